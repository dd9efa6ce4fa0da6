"""Loops over whole numbers that begin or end one earlier or later than in another program, by the texts of both.

What a loop's bounds are called and how they are written does not count: both are computed with the same numbers in
place of what they are made of.
"""

from __future__ import annotations

import ast
import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass

from numscope.analysis.concepts.callers import Function
from numscope.analysis.concepts.syntax import last_name
from numscope.analysis.diff.causes.formulas import Draw
from numscope.analysis.diff.named_parts import assigned

_RANGES = frozenset(("range", "prange"))
_DRAWS = 6
_ROUNDED = 1e-9
_MOST_QUANTITIES = 5
_MOST_STEPS = 6


@dataclass(frozen=True)
class _Loop:
    """A loop's line and its bounds: start, end and step. quantities: what stands for the names in these."""

    line: int
    bounds: tuple[ast.expr, ast.expr, ast.expr]
    quantities: tuple[str, ...]

    def drawn(self, order: Iterable[int]) -> list[tuple[float, ...]] | None:
        """Return the bounds for several draws of the quantities, in this order; None if they are no formulas."""
        names = {name: f"q{place}" for name, place in zip(self.quantities, order, strict=True)}
        bounds = [_Renamed(names).visit(deepcopy(one)) for one in self.bounds]
        try:
            return [tuple(Draw(number, {}, set()).value(one) for one in bounds) for number in range(_DRAWS)]
        except (ValueError, ArithmeticError, TypeError):
            return None


def other_bounds(before: Iterable[Function], after: Iterable[Function]) -> int | None:
    """Return the line of the only loop of the second functions that is one of the first but for one turn."""
    old, new = ([loop for one in functions for loop in _loops(one)] for functions in (before, after))
    waiting = list(old)
    unlike = []
    for loop in new:
        same = next((one for one in waiting if _alike(one, loop, _same)), None)
        if same is None:
            unlike.append(loop)
        else:
            waiting.remove(same)
    off = [loop.line for loop in unlike if any(_alike(one, loop, _is_one_turn_off) for one in waiting)]
    return off[0] if len(off) == 1 else None


def _alike(old: _Loop, new: _Loop, test: Callable[[float, float], bool]) -> bool:
    """Return whether all bounds of two loops fit each other, for some pairing of what they are made of."""
    count = len(old.quantities)
    if count != len(new.quantities) or count > _MOST_QUANTITIES:
        return False
    mine = old.drawn(range(count))
    orders = itertools.permutations(range(count))
    others = (new.drawn(order) for order in orders)
    return mine is not None and any(
        other is not None
        and all(
            test(a, b)
            for one, another in zip(mine, other, strict=True)
            for a, b in zip(one, another, strict=True)
        )
        for other in others
    )


def _same(one: float, other: float) -> bool:
    return abs(one - other) <= _ROUNDED


def _is_one_turn_off(one: float, other: float) -> bool:
    """Return whether a bound is the same or differs by one, or by less where the smaller of two numbers is taken."""
    return abs(one - other) <= 1 + _ROUNDED


def _loops(function: Function) -> Iterator[_Loop]:
    for node in ast.walk(function):
        if (
            isinstance(node, ast.For)
            and isinstance(node.iter, ast.Call)
            and last_name(node.iter.func) in _RANGES
        ):
            given = node.iter.args
            if given and not node.iter.keywords:
                start = ast.Constant(0) if len(given) == 1 else given[0]
                end, step = given[min(1, len(given) - 1)], given[2] if len(given) > 2 else ast.Constant(1)
                bounds = tuple(_Unfolded(function).visit(deepcopy(one)) for one in (start, end, step))
                quantities = dict.fromkeys(name for one in bounds for name in _names(one))
                yield _Loop(node.lineno, (bounds[0], bounds[1], bounds[2]), tuple(quantities))


def _names(node: ast.expr) -> Iterator[str]:
    """Yield what a bound is made of: names, but for those of functions."""
    if isinstance(node, ast.Name):
        yield node.id
    elif isinstance(node, ast.Call):
        yield from (name for one in node.args for name in _names(one))
    else:
        yield from (
            name for one in ast.iter_child_nodes(node) if isinstance(one, ast.expr) for name in _names(one)
        )


class _Unfolded(ast.NodeTransformer):
    """Puts what a name was given once in a function in place of the name; the length of an array is one name."""

    def __init__(self, function: Function, depth: int = 0) -> None:
        self._function = function
        self._depth = depth

    def visit_Name(self, node: ast.Name) -> ast.expr:
        given = assigned(self._function, node.id)
        is_known = len(given) == 1 and not isinstance(getattr(given[0], "ctx", None), ast.Store)
        if not is_known or self._depth == _MOST_STEPS:
            return node
        return _Unfolded(self._function, self._depth + 1).visit(deepcopy(given[0]))  # type: ignore[no-any-return]

    def visit_Call(self, node: ast.Call) -> ast.expr:
        if last_name(node.func) == "len" and len(node.args) == 1:
            return ast.Name(f"length of {ast.unparse(node.args[0])}")
        node.args = [self.visit(one) for one in node.args]
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        return ast.Name(f"length of {ast.unparse(node.value)}" if node.attr == "size" else ast.unparse(node))

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        """Return a name for an element, and for the length of an axis."""
        axis = node.slice.value if isinstance(node.slice, ast.Constant) else None
        if isinstance(node.value, ast.Attribute) and node.value.attr == "shape" and axis == 0:
            return ast.Name(f"length of {ast.unparse(node.value.value)}")
        return ast.Name(ast.unparse(node))


class _Renamed(ast.NodeTransformer):
    """Gives the names in an expression other names, but for those of functions."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self._names = names

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return ast.Name(self._names.get(node.id, node.id))

    def visit_Call(self, node: ast.Call) -> ast.expr:
        node.args = [self.visit(one) for one in node.args]
        return node
