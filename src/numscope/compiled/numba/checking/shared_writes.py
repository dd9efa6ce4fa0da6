"""A static look at what the turns of a prange write: elements that every turn, or perhaps several, may share.

The shadow run (`shadow`) is exact for one input. This reads the source, and so also says what another input would show.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from numscope.compiled.numba.explaining.source import Source

# How an index hangs on the turn: not at all, one element a turn, or by way of data (two turns may meet).
FREE, OWN, DATA = "free", "own", "data"


@dataclass(frozen=True)
class SharedWrite:
    """A write in a prange that turns may share. certain: whatever the input is, if two turns reach it."""

    line: int
    sentence: str
    certain: bool


def shared_writes(function: Any) -> list[SharedWrite]:
    """The writes of every outermost prange in `function` that do not belong to one turn alone."""
    source = Source.of(function.__code__.co_filename)
    definition, loops = parallel_loops(function)
    return [write for loop in loops for write in _of_loop(loop, source)] if definition is not None else []


def parallel_loops(function: Any) -> tuple[ast.FunctionDef | None, list[ast.For]]:
    """Return the definition of a function, and its outermost loops over a prange."""
    source = Source.of(function.__code__.co_filename)
    definition = source.function(function.__name__, function.__code__.co_firstlineno + 1)
    if definition is None:
        return None, []
    loops = [node for node in ast.walk(definition) if isinstance(node, ast.For) and _is_prange(node.iter)]
    inner = {id(node) for loop in loops for node in ast.walk(loop) if node is not loop}
    return definition, [loop for loop in loops if id(loop) not in inner]


def _is_prange(expression: ast.expr) -> bool:
    if not isinstance(expression, ast.Call):
        return False
    called = expression.func
    return (called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")) == "prange"


def _of_loop(loop: ast.For, source: Source) -> Iterator[SharedWrite]:
    if not isinstance(loop.target, ast.Name):
        return
    turn = loop.target.id
    kinds = _kinds(loop, turn)
    own_names = {name for name, _ in _assignments(loop)}
    written: dict[tuple[str, int], set[int]] = {}
    for target in _targets(loop):
        array = target.value.id if isinstance(target.value, ast.Name) else None
        if array is None or array in own_names:
            continue
        axes = target.slice.elts if isinstance(target.slice, ast.Tuple) else [target.slice]
        hangs = [_kind(axis, kinds) for axis in axes]
        for axis, expression in enumerate(axes):
            offset = _offset(expression, turn)
            if offset is not None:
                written.setdefault((array, axis), set()).add(offset)
        text = source.text(target)
        if OWN in hangs:
            continue
        if DATA in hangs:
            yield SharedWrite(
                target.lineno,
                f"several turns of the prange over `{turn}` write the same element `{text}` wherever its index "
                "comes out alike",
                False,
            )
        else:
            yield SharedWrite(
                target.lineno, f"every turn of the prange over `{turn}` writes the same `{text}`", True
            )
    yield from _carried(loop, turn, source, written)


def _carried(
    loop: ast.For, turn: str, source: Source, written: dict[tuple[str, int], set[int]]
) -> Iterator[SharedWrite]:
    """Reads, at another offset from the turn, of an array that the loop writes."""
    for node in ast.walk(loop):
        if not isinstance(node, ast.Subscript) or not isinstance(node.ctx, ast.Load):
            continue
        array = node.value.id if isinstance(node.value, ast.Name) else ""
        axes = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        for axis, expression in enumerate(axes):
            offset = _offset(expression, turn)
            offsets = written.get((array, axis), set())
            if offset is not None and offsets and offset not in offsets:
                yield SharedWrite(
                    node.lineno,
                    f"a turn of the prange over `{turn}` reads `{source.text(node)}`, which another turn writes",
                    True,
                )
                return


def _targets(loop: ast.For) -> Iterator[ast.Subscript]:
    for node in ast.walk(loop):
        targets = node.targets if isinstance(node, ast.Assign) else []
        if isinstance(node, ast.AugAssign):
            targets = [node.target]
        for target in targets:
            for part in ast.walk(target):
                if isinstance(part, ast.Subscript) and isinstance(part.ctx, ast.Store):
                    yield part


def _assignments(loop: ast.For) -> Iterator[tuple[str, ast.expr | None]]:
    """Names the loop's body assigns, with what; None where that is no single expression."""
    for node in ast.walk(loop):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                for part in ast.walk(target):
                    if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
                        yield part.id, node.value if part is target else None
        elif isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            yield node.target.id, node.value
        elif isinstance(node, ast.For) and node is not loop and isinstance(node.target, ast.Name):
            yield node.target.id, node.iter


def _kinds(loop: ast.For, turn: str) -> dict[str, str]:
    """How every name of the loop hangs on the turn, followed through assignments until nothing changes."""
    kinds = {turn: OWN}
    assignments = list(_assignments(loop))
    times: dict[str, int] = {}
    for name, _ in assignments:
        times[name] = times.get(name, 0) + 1
    changed = True
    while changed:
        changed = False
        for name, value in assignments:
            kind = DATA if value is None else _kind(value, kinds)
            if kind == OWN and times[name] > 1:
                kind = DATA
            if kind != FREE and kinds.get(name) != kind and kinds.get(name) != DATA and name != turn:
                kinds[name] = kind
                changed = True
    return kinds


def _kind(expression: ast.expr, kinds: dict[str, str]) -> str:
    """FREE without the turn; OWN as a sum or product with it; DATA where another array or a call comes between."""
    if isinstance(expression, ast.Name):
        return kinds.get(expression.id, FREE)
    if isinstance(expression, ast.Call):
        called = getattr(expression.func, "id", getattr(expression.func, "attr", ""))
        parts = {_kind(argument, kinds) for argument in expression.args}
        if called in ("get_thread_id", "_get_thread_id"):
            return OWN
        return FREE if parts <= {FREE} else DATA
    if isinstance(expression, ast.BinOp):
        parts = {_kind(expression.left, kinds), _kind(expression.right, kinds)}
        if DATA in parts:
            return DATA
        if parts <= {FREE}:
            return FREE
        return OWN if isinstance(expression.op, (ast.Add, ast.Sub, ast.Mult)) else DATA
    if isinstance(expression, ast.UnaryOp):
        return _kind(expression.operand, kinds)
    inside = [node for node in ast.walk(expression) if isinstance(node, ast.Name)]
    hangs = {kinds.get(node.id, FREE) for node in inside}
    if isinstance(expression, ast.Slice):
        return OWN if OWN in hangs else (DATA if DATA in hangs else FREE)
    return FREE if hangs <= {FREE} else DATA


def _offset(expression: ast.expr, turn: str) -> int | None:
    """c of an index `turn + c`; None for any other."""
    if isinstance(expression, ast.Name):
        return 0 if expression.id == turn else None
    if (
        isinstance(expression, ast.BinOp)
        and isinstance(expression.op, (ast.Add, ast.Sub))
        and isinstance(expression.left, ast.Name)
        and expression.left.id == turn
        and isinstance(expression.right, ast.Constant)
        and isinstance(expression.right.value, int)
    ):
        return expression.right.value if isinstance(expression.op, ast.Add) else -expression.right.value
    return None
