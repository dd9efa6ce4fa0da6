"""Units that the names in a program's text tell, and where these do not agree: `stage_m - crest_mm`."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from math import isclose
from typing import NamedTuple

from numscope.analysis.concepts.callers import FUNCTIONS, owner_of, parameters
from numscope.analysis.concepts.constants import Constants
from numscope.analysis.concepts.syntax import imported_modules, last_name
from numscope.operations.lore.units import CONVERTS, TAKES_ANGLES, UNITS, Unit

_PASSES = frozenset(
    ("to_numpy", "astype", "copy", "values", "array", "asarray", "float", "abs", "tensor", "mean")
)
_KEEPS = (ast.Add, ast.Sub)


class UnitMismatch(NamedTuple):
    """An expression whose units do not agree, and a sentence about it."""

    node: ast.expr
    said: str


def unit_mismatches(tree: ast.Module, nodes: Iterable[ast.expr]) -> Iterator[UnitMismatch]:
    """Yield those of these expressions of a program whose units do not agree; a name without one says nothing."""
    units = _units(tree)
    for node in nodes:
        yield from units.mismatches(node)


@lru_cache(maxsize=16)
def _units(tree: ast.Module) -> _Units:
    return _Units(tree)


class _Units:
    """The units of expressions in one program."""

    def __init__(self, tree: ast.Module) -> None:
        self._constants = Constants(tree)
        self._tree = tree
        self._modules = imported_modules(self._tree)
        self._functions = {one.name: one for one in ast.walk(self._tree) if isinstance(one, FUNCTIONS)}
        self._around = {id(inner): one for one in ast.walk(self._tree) for inner in ast.iter_child_nodes(one)}

    def mismatches(self, node: ast.expr) -> Iterator[UnitMismatch]:
        """Yield that an expression is not in the unit of what it is assigned or given to, then what it mixes."""
        around = self._around.get(id(node))
        if isinstance(around, ast.keyword):
            around = self._around.get(id(around))
        yield from (one for one in self._handed(around) if one.node is node)
        if isinstance(node, ast.BinOp) and isinstance(node.op, _KEEPS):
            yield from _unlike(node.right, self._unit(node.left), self._unit(node.right), node)
        elif isinstance(node, ast.BinOp) and not self._is_scaled_on(node, around):
            yield from self._scaled(node)

    def _is_scaled_on(self, node: ast.BinOp, around: ast.AST | None) -> bool:
        """Return whether an expression is only a part of a conversion: `length * 1000 / 60`."""
        return self._factor(around) is not None and getattr(around, "left", None) is node

    def _handed(self, around: ast.AST | None) -> Iterator[UnitMismatch]:
        """Yield the values that an assignment, a mapping or a call takes in another unit than its names tell."""
        if isinstance(around, (ast.Assign, ast.AnnAssign)) and around.value is not None:
            for target in around.targets if isinstance(around, ast.Assign) else [around.target]:
                yield from _unlike(around.value, _unit_of(target), self._unit(around.value))
        elif isinstance(around, ast.Dict):
            for key, value in zip(around.keys, around.values, strict=True):
                yield from _unlike(value, None if key is None else _unit_of(key), self._unit(value))
        elif isinstance(around, ast.Call):
            yield from self._given(around)

    def _given(self, call: ast.Call) -> Iterator[UnitMismatch]:
        """Yield the arguments of a call whose units are not those of the parameters' names."""
        name = last_name(call.func)
        if name in TAKES_ANGLES and len(call.args) == 1:
            yield from _unlike(call.args[0], UNITS[TAKES_ANGLES[name]], self._unit(call.args[0]))
        for one in call.keywords:
            if one.arg is not None:
                yield from _unlike(one.value, unit_in(one.arg), self._unit(one.value))
        function = self._functions.get(name)
        if function is not None and not any(isinstance(one, ast.Starred) for one in call.args):
            names = parameters(function)
            names = names[1:] if owner_of(self._tree, function) is not None else names
            for parameter, value in zip(names, call.args, strict=False):
                yield from _unlike(value, unit_in(parameter), self._unit(value))

    def _scaled(self, node: ast.BinOp) -> Iterator[UnitMismatch]:
        """Yield a conversion that leads to no unit: metres are 1,000 mm, and 100 mm are no unit."""
        factor, before = self._factor(node), self._unit(node.left)
        if factor is None or before is None or not _is_conversion(before.dimension, factor):
            return
        size = before.size / factor
        units = [one for one in UNITS.values() if one.dimension == before.dimension]
        if not any(isclose(one.size, size) for one in units) and _unit_of(node.left):
            number = f"{max(factor, 1 / factor):g}"
            verb = "multiplies" if factor > 1 else "divides"
            yield UnitMismatch(node, f"{verb} {_name(before)} by {number}, which leads to no usual unit")

    def _unit(self, node: ast.expr) -> Unit | None:
        """Return the unit of an expression; None if its names tell none."""
        if isinstance(node, ast.UnaryOp):
            return self._unit(node.operand)
        if isinstance(node, ast.BinOp):
            left = self._unit(node.left)
            if isinstance(node.op, _KEEPS):
                return left or self._unit(node.right)
            factor = self._factor(node)
            if left is None or factor is None or not _is_conversion(left.dimension, factor):
                return None
            return left._replace(size=left.size / factor)
        if isinstance(node, ast.Call):
            name = last_name(node.func)
            if name in _PASSES:
                inner = (
                    node.args[0]
                    if node.args and not self._is_method(node)
                    else getattr(node.func, "value", None)
                )
                return None if inner is None else self._unit(inner)
            return None
        if isinstance(node, ast.Attribute) and node.attr in _PASSES:
            return self._unit(node.value)
        return _unit_of(node)

    def _is_method(self, call: ast.Call) -> bool:
        """Return whether a call is of a method, and not of a module's function."""
        return isinstance(call.func, ast.Attribute) and last_name(call.func.value) not in self._modules

    def _factor(self, node: ast.AST | None) -> float | None:
        """Return by how much an expression multiplies what stands on its left, if that is a number in the source."""
        if not isinstance(node, ast.BinOp) or not isinstance(node.op, (ast.Mult, ast.Div)):
            return None
        constant = self._constants.behind(node.right)
        if constant is None or constant.value <= 0:
            return None
        return constant.value if isinstance(node.op, ast.Mult) else 1 / constant.value


def unit_in(name: str) -> Unit | None:
    """Return the unit with which a name ends: `stage_mm`; None if it has none, or a compound one as `speed_m_s`."""
    words = re.split(r"_+", name.lower())
    unit = UNITS.get(words[-1])
    if unit is None or (len(words) == 1 and len(name) < 3):
        return None
    return None if len(words) > 1 and (words[-2] in UNITS or words[-2] == "per") else unit


def _unit_of(node: ast.expr) -> Unit | None:
    return unit_in(_spelled(node))


def _spelled(node: ast.expr) -> str:
    """Return the name, or the text of a key, by which an expression speaks of a quantity."""
    if isinstance(node, ast.Subscript):
        return _spelled(node.slice) or _spelled(node.value)
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else ""
    return last_name(node)


def _unlike(
    value: ast.expr, wanted: Unit | None, given: Unit | None, around: ast.expr | None = None
) -> Iterator[UnitMismatch]:
    """Yield `value` where its unit is not the one that is wanted. around: the expression to show in its place."""
    if wanted is None or given is None or wanted.dimension != given.dimension:
        return
    if not isclose(wanted.size, given.size):
        said = f"takes `{ast.unparse(value)}`, which is in {_name(given)}, for {_name(wanted)}"
        yield UnitMismatch(around or value, said)


def _is_conversion(dimension: str, factor: float) -> bool:
    return any(isclose(factor, one) or isclose(1 / factor, one) for one in CONVERTS[dimension])


def _name(unit: Unit) -> str:
    """Return the first name of a unit, or its size where it has none."""
    named = (
        name
        for name, one in UNITS.items()
        if one.dimension == unit.dimension and isclose(one.size, unit.size)
    )
    return next(named, f"units of {unit.size:g} of {unit.dimension}")
