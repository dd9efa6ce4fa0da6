"""Oscillators whose place and speed are both moved on by old values: each step adds energy, however short it is.

Forward Euler multiplies a swing of angular frequency w by `sqrt(1 + (w h)**2)` in each step of length h. Moved on by
the new speed, the place swings on without growth. Source: E. Hairer, C. Lubich and G. Wanner, "Geometric Numerical
Integration" (2006), section I.1.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from numscope.analysis.check_up.evidence import Call, Evidence, finding_of
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.concepts.program import Program

KIND = "growth"
_SUMS = ("add", "subtract", "sub", "__add__", "__sub__", "__radd__", "__iadd__")
_LEAST_STEPS, _LEAST_TURNS, _GROWN = 50, 4, 1.02
_LARGEST = 400  # nodes of an expression with all names of a loop replaced
_RESULTS = """
    select o.id, p.minimum as low, p.maximum as high from recorded_operations o
        join operand_contents p on p.operation = o.id
    where o.call in {calls} and p.role in ('output', 'mutated') and p.minimum is not null order by o.id
"""
_FIX = (
    "move the place on by the new speed (`speed += h * force(place)`, then `place += h * speed`), or take "
    "`solve_ivp` with a small `rtol`"
)


@dataclass(frozen=True)
class _Moved:
    """A loop that moves a place by a speed and the speed by the place, both old. lines: of the new values of both."""

    place: str
    speed: str
    lines: tuple[int, int]


def explicit_euler(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines that move a speed on by the old place, if the old speed moves the place on and swings grow."""
    sums = evidence.named(*_SUMS)
    programs: dict[Program, list[Call]] = {}
    for call in sums:
        programs.setdefault(evidence.program(call), []).append(call)
    for program, calls in programs.items():
        for moved in _moved_in(program.tree):
            # Of an orbit the place swings farther and the speed less far.
            places = [program.place(one) for one in moved.lines]
            grown = _growth(
                evidence, [call for place in places for call in calls if (call.file, call.line) == place]
            )
            if grown is None:
                continue
            operation, steps, first, last = grown
            said = (
                f"moves `{moved.speed}` on by the old `{moved.place}`, and `{moved.place}` is moved on by the old "
                f"`{moved.speed}`: each step adds energy, swings of {first:.4g} became {last:.4g} in {steps:,} steps"
            )
            file, line = places[1]
            shown = next(call for call in calls if (call.file, call.line) in places)
            yield finding_of(KIND, replace(shown, file=file, line=line), operation, steps, said, _FIX)


def _growth(evidence: Evidence, calls: list[Call]) -> tuple[int, int, float, float] | None:
    """Return (last operation, steps, size at first, at last) if results swing about zero, farther and farther."""
    for call in calls:
        rows = evidence.rows(_RESULTS, [call])
        if len(rows) < _LEAST_STEPS:
            continue
        low, high = (np.array([row[name] for row in rows], float) for name in ("low", "high"))
        middle = (low + high) / 2
        turns = np.flatnonzero(np.diff(np.sign(middle)))
        if len(turns) < _LEAST_TURNS or not np.isfinite(middle).all():
            continue
        size = np.maximum(np.abs(low), np.abs(high))
        first, last = float(size[: turns[1] + 1].max()), float(size[turns[-2] :].max())
        if last > _GROWN * first > 0:
            return rows[-1]["id"], len(rows), first, last
    return None


def _moved_in(tree: ast.Module) -> Iterator[_Moved]:
    for loop in ast.walk(tree):
        if not isinstance(loop, (ast.For, ast.While)):
            continue
        known, lines = _at_the_end(loop.body)
        for place, value in known.items():
            speed = _moved_by(place, value)
            gained = known.get(speed) if speed is not None else None
            if speed is None or gained is None:
                continue
            added = _added(speed, gained)
            if added is not None and place in _names(added) and speed not in _names(added):
                yield _Moved(place, speed, (lines[place], lines[speed]))


def _at_the_end(block: list[ast.stmt]) -> tuple[dict[str, ast.expr], dict[str, int]]:
    """Return what each name holds after a turn of a loop, by what names held before it, and where it got that."""
    known: dict[str, ast.expr] = {}
    lines: dict[str, int] = {}
    for statement in block:
        for target, value in _assigned(statement, known):
            known[target] = value
            # Of `place = new_place` the value was computed above.
            source = ast.unparse(statement.value) if isinstance(statement, ast.Assign) else ""
            lines[target] = lines.get(source, statement.lineno)
    return known, lines


def _assigned(statement: ast.stmt, known: dict[str, ast.expr]) -> list[tuple[str, ast.expr]]:
    if isinstance(statement, ast.AugAssign) and isinstance(statement.op, (ast.Add, ast.Sub)):
        name = ast.parse(ast.unparse(statement.target), mode="eval").body
        whole = ast.BinOp(name, statement.op, statement.value)
        return [(ast.unparse(statement.target), _replaced(whole, known))]
    if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
        return []
    target = statement.targets[0]
    parts, values = getattr(target, "elts", [target]), getattr(statement.value, "elts", [statement.value])
    if not isinstance(target, ast.Tuple):
        parts, values = [target], [statement.value]
    if len(parts) != len(values):
        return []
    return [(ast.unparse(one), _replaced(value, known)) for one, value in zip(parts, values, strict=True)]


def _replaced(node: ast.expr, known: dict[str, ast.expr]) -> ast.expr:
    """Return an expression with what the names in it hold by then."""

    class _Names(ast.NodeTransformer):
        def visit(self, one: ast.AST) -> Any:
            if isinstance(one, (ast.Name, ast.Attribute, ast.Subscript)):
                held = known.get(ast.unparse(one))
                if held is not None:
                    return deepcopy(held)
            return self.generic_visit(one)

    made: ast.expr = _Names().visit(deepcopy(node))
    return made if sum(1 for _ in ast.walk(made)) <= _LARGEST else ast.Constant(None)


def _added(name: str, value: ast.expr) -> ast.expr | None:
    """Return what is added to a name's old value; None if its new value is no such sum."""
    if isinstance(value, ast.BinOp) and isinstance(value.op, (ast.Add, ast.Sub)):
        if ast.unparse(value.left) == name:
            return value.right
        if isinstance(value.op, ast.Add) and ast.unparse(value.right) == name:
            return value.left
    return None


def _moved_by(place: str, value: ast.expr) -> str | None:
    """Return the name whose old value, times a step, is added to a place; None if something else is."""
    added = _added(place, value)
    if not isinstance(added, ast.BinOp) or not isinstance(added.op, ast.Mult):
        return None
    factors = [added.left, added.right]
    names = [ast.unparse(one) for one in factors if isinstance(one, (ast.Name, ast.Attribute, ast.Subscript))]
    return next((name for name in names if not _is_step(name)), None)


def _is_step(name: str) -> bool:
    last = name.rpartition(".")[2].lower()
    return last in ("dt", "h", "tau", "step", "delta_t", "timestep", "time_step", "delta")


def _names(node: ast.expr) -> set[str]:
    """Return the names, attributes and elements in an expression."""
    return {
        ast.unparse(one)
        for one in ast.walk(node)
        if isinstance(one, (ast.Name, ast.Attribute, ast.Subscript))
    }
