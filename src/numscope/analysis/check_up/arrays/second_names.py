"""A second name for an array, or for a part, that is then written in place: what was meant to stay changes as well."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from numscope.analysis.check_up import sources
from numscope.analysis.check_up.evidence import MOST_CALLS, Call, Evidence, finding_of, is_trait
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.concepts.syntax import parsed
from numscope.operations.traits import Trait
from numscope.trace import Operation

KIND = "shared-memory"
_FIX = "copy it: `b = a.copy()`, of a tensor `a.clone()`"


def second_names(evidence: Evidence) -> Iterator[Finding]:
    """Yield lines `b = a` after which one of both is written in place, and both are read side by side.

    So do lines `b = a[:3]`, a view, after which `b` is written: who writes `a` has its parts follow it on purpose.
    """
    found: set[tuple[str, int]] = set()
    for call in evidence.calls.values():
        if call.how != "in place" and not is_trait(call, Trait.WRITES_PART):
            continue
        bound = _bound(call)
        if bound is None or (call.file, bound.lineno) in found:
            continue
        written = _written(evidence, call)
        if written is None:
            continue
        found.add((call.file, bound.lineno))
        line, shared = _told(call, bound)
        problem = f"{shared}, and later lines read both as if they were two"
        yield finding_of(KIND, replace(call, line=line), written.id, 1, problem, _FIX)


def _told(call: Call, bound: ast.Assign) -> tuple[int, str]:
    """Return the line to blame and what is shared: a part is bound to be read, so that writing it is the mistake."""
    target, value = ast.unparse(bound.targets[0]), _other_name(bound)
    if isinstance(value, ast.Subscript):
        whole = ast.unparse(value.value)
        return (
            call.line,
            f"writes into `{whole}` too, of which `{target}` is a part since line {bound.lineno}",
        )
    shared = f"`{target}` and `{ast.unparse(value)}` are one array: line {call.line} writes into it"
    return bound.lineno, shared


def _bound(call: Call) -> ast.Assign | None:
    """Return the assignment of one name to another of which a line writes one, where a later statement reads both."""
    name = sources.written_name(call.text, call.line, call.name.rpartition(".")[2])
    around = sources.function_around(call.text, call.line) or parsed(call.text)
    nodes = [one for one in ast.walk(around) if isinstance(one, ast.stmt)]
    for node in nodes:
        if not isinstance(node, ast.Assign) or node.lineno >= call.line:
            continue
        target, value = node.targets[0], _other_name(node)
        whole = _sliced(value) or value
        if not isinstance(target, ast.Name) or not isinstance(whole, ast.Name):
            continue
        names = {target.id, whole.id}
        if name not in (names if whole is value else {target.id}) or not _stays(nodes, names, node):
            continue
        if _read_both(nodes, names, call.line):
            return node
        meant_as_two = whole is value or _changed_by_its_own(around, node, call.line, target.id)
        if meant_as_two and _each_read(nodes, names, call.line):
            return node
    return None


def _other_name(node: ast.Assign) -> ast.expr:
    """Return what a name is bound to: of `a = b = np.zeros(3)` the other name."""
    return node.targets[1] if len(node.targets) > 1 else node.value


def _sliced(value: ast.expr) -> ast.expr | None:
    """Return what a slice shows a part of; None if it is none, or takes elements by their numbers, which copies."""
    if not isinstance(value, ast.Subscript):
        return None
    parts = value.slice.elts if isinstance(value.slice, ast.Tuple) else [value.slice]
    sliced = [one for one in parts if isinstance(one, ast.Slice)]
    numbers = [one for one in parts if isinstance(one, ast.Constant) and isinstance(one.value, int)]
    return value.value if sliced and len(sliced) + len(numbers) == len(parts) else None


def _stays(nodes: list[ast.stmt], names: set[str], bound: ast.Assign) -> bool:
    """Return whether nothing binds either name after the assignment."""
    return not any(
        isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store) and one.id in names
        for node in nodes
        if node.lineno > bound.lineno and not isinstance(node, ast.AugAssign)
        for one in ast.walk(node)
        if not isinstance(node, (ast.For, ast.While, ast.If, ast.With, ast.Try))
    )


def _read_both(nodes: list[ast.stmt], names: set[str], line: int) -> bool:
    """Return whether a later statement reads both as a whole: `a[:, 0], b` may read what lies beside each other."""
    return any(
        node.lineno > line and names <= sources.names_read(node) and not _indexes(node, names)
        for node in nodes
        if isinstance(node, (ast.Expr, ast.Assign, ast.Return))
    )


def _changed_by_its_own(around: ast.AST, bound: ast.Assign, line: int, part: str) -> bool:
    """Return whether one part is changed by a number of its own, as `part -= part.mean()`: it is looked at by itself.

    A loop does so to each part in turn, to change the whole.
    """
    looped = any(
        isinstance(one, (ast.For, ast.While)) and one.lineno <= bound.lineno <= (one.end_lineno or 0)
        for one in ast.walk(around)
    )
    return not looped and any(
        isinstance(one, ast.AugAssign) and one.lineno == line and sources.names_read(one.value) >= {part}
        for one in ast.walk(around)
    )


def _each_read(nodes: list[ast.stmt], names: set[str], line: int) -> bool:
    """Return whether later statements read each of the two names, not only to change it further."""
    reading = (ast.Expr, ast.Assign, ast.Return)
    return all(
        any(
            node.lineno > line and name in sources.names_read(node)
            for node in nodes
            if isinstance(node, reading)
        )
        for name in names
    )


def _indexes(node: ast.stmt, names: set[str]) -> bool:
    return any(
        isinstance(one, ast.Subscript) and isinstance(one.value, ast.Name) and one.value.id in names
        for one in ast.walk(node)
    )


def _written(evidence: Evidence, call: Call) -> Operation | None:
    """Return the first operation of a call that changed an array of several elements."""
    for _, ids in evidence.operations([call]):
        for operation in evidence.fetch(ids[:MOST_CALLS]):
            before = {one.address: one.hash for one in operation.inputs if one.kind == "array"}
            for one in (*operation.mutated, *operation.outputs):
                if one.address in before and before[one.address] != one.hash:
                    return operation
    return None
