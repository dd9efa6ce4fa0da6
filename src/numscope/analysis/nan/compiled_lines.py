"""The line of a compiled function's source that made NaN: compiled code has no lines of its own in a trace.

Judged by the text: which lines divide, and which call functions that have no result for some numbers.
"""

from __future__ import annotations

import ast
from collections.abc import Collection
from dataclasses import replace
from functools import lru_cache

from numscope.analysis.concepts.program import program_of
from numscope.analysis.concepts.syntax import last_name
from numscope.operations.lore.compiled import (
    COMPILED,
    DIFFERENTIATES,
    MODULES,
    STEEP_SOMEWHERE,
    UNDEFINED_SOMEWHERE,
)
from numscope.trace import Operation, Site, Trace


def line_inside(trace: Trace, operation: Operation, site: Site | None) -> Site | None:
    """Return the line of a compiled function's source that divides, if it divided by zero.

    Of several lines the first, if those after it divide by what is computed of its result: a zero there may follow.
    Where it made NaN without that, the one line that divides or calls a function with no result for some numbers.
    """
    if site is None or "." not in operation.name:
        return None
    program, function = program_of(trace, site), operation.name.rpartition(".")[2]
    if "divide" not in operation.floating_point:
        compiled = operation.name.startswith(COMPILED) and "overflow" not in operation.floating_point
        there = _undefined(program.tree, function) if compiled else None
        return None if there is None else replace(program.site(there[0], site), function=there[1])
    given = frozenset(
        one.position
        for one in operation.operands
        if one.role == "input" or one.role == "argument"
        if one.kind in ("int", "float") and one.literal and one.position is not None
    )
    found = _divisions(program.tree, function, given)
    return None if found is None else replace(program.site(found[0], site), function=found[1])


@lru_cache(maxsize=64)
def _divisions(tree: ast.Module, function: str, given: frozenset[int]) -> tuple[int, str] | None:
    """Return the line that divides and its function: in the body of this one, or of those of the program that it calls.

    given: positions of its arguments that are numbers other than 0.
    """
    bodies = _bodies(tree, function)
    parameters = bodies[0][1].args.args if bodies else []
    numbers = {one.arg for place, one in enumerate(parameters) if place in given}
    divisions = [
        (name, statement)
        for name, body in bodies
        for statement in _statements(body)
        if any(_divides(node, numbers if name == function else set()) for node in _own_nodes(statement))
    ]
    if not divisions:
        return None
    name, first = divisions[0]
    bound = {
        one.id for one in ast.walk(first) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)
    }
    follow = all(other == name and bound & _divisors(later) for other, later in divisions[1:])
    return (first.lineno, name) if follow else None


@lru_cache(maxsize=64)
def _undefined(tree: ast.Module, function: str) -> tuple[int, str] | None:
    """Return the one line of a function and those that it calls that may have no result, and its function.

    Where something in it is differentiated, an infinite slope counts as well.
    """
    bodies = _bodies(tree, function)
    names = {_called(node) for _, body in bodies for node in ast.walk(body)}
    risky = UNDEFINED_SOMEWHERE | (STEEP_SOMEWHERE if names & DIFFERENTIATES else frozenset())
    lines = {
        (node.lineno, name)  # type: ignore[attr-defined]
        for name, body in bodies
        for node in ast.walk(body)
        if _divides(node) or _called(node) in risky
    }
    return next(iter(lines)) if len({line for line, _ in lines}) == 1 else None


def _called(node: ast.AST) -> str:
    """Return the last part of the name of what a node calls; empty if it calls nothing by name."""
    named = isinstance(node, ast.Call) and isinstance(node.func, (ast.Name, ast.Attribute))
    return last_name(node.func) if named else ""  # type: ignore[attr-defined]


def _bodies(tree: ast.Module, function: str) -> list[tuple[str, ast.FunctionDef]]:
    """Return a function and those that it calls, and these; none if one name stands for several."""
    known: dict[str, list[ast.FunctionDef]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            known.setdefault(node.name, []).append(node)
    found: dict[str, ast.FunctionDef] = {}
    waiting = [function]
    while waiting:
        name = waiting.pop(0)
        if name in found or name not in known:
            continue
        if len(known[name]) > 1:
            return []
        found[name] = known[name][0]
        # A function may be called by what it is given to: `grad(loss)`.
        waiting += [one.id for one in ast.walk(found[name]) if isinstance(one, ast.Name)]
    return list(found.items())


def _statements(body: ast.FunctionDef) -> list[ast.stmt]:
    found = [node for node in ast.walk(body) if isinstance(node, ast.stmt) and node is not body]
    return sorted(found, key=lambda node: node.lineno)


def _own_nodes(statement: ast.stmt) -> list[ast.AST]:
    """Return the parts of a statement that are on its own lines, without the statements in it."""
    inside = {
        id(part)
        for one in ast.iter_child_nodes(statement)
        if isinstance(one, ast.stmt)
        for part in ast.walk(one)
    }
    return [node for node in ast.walk(statement) if id(node) not in inside]


def _divides(node: ast.AST, numbers: Collection[str] = ()) -> bool:
    """Return whether a node divides by what may be zero: no number, no length, none of the names `numbers`."""
    if not isinstance(node, ast.BinOp) or not isinstance(node.op, (ast.Div, ast.FloorDiv, ast.Mod)):
        return False
    called = node.right.func if isinstance(node.right, ast.Call) else None
    names = {one.id for one in ast.walk(node.right) if isinstance(one, ast.Name)} - MODULES
    is_number = not names or getattr(node.right, "id", None) in numbers
    return not is_number and getattr(called, "id", "") != "len"


def _divisors(statement: ast.stmt) -> set[str]:
    """Return the names in what a statement divides by."""
    divisors = [
        node.right for node in _own_nodes(statement) if isinstance(node, ast.BinOp) and _divides(node)
    ]
    return {one.id for divisor in divisors for one in ast.walk(divisor) if isinstance(one, ast.Name)}
