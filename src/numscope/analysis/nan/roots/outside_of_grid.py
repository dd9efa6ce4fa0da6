"""Points that all lie outside of the grid that they are looked up in, such as 17 degrees west where it has 343 east.

Such a coordinate is in another unit or convention than the grid's. The line that made it is to blame; where that line
computed the grid's coordinate, and the points lie within what it was before, the grid's.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from numscope.analysis.concepts.kept_values import value_of
from numscope.analysis.concepts.line_names import line_of
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.producers import maker_of
from numscope.analysis.nan.root import Root
from numscope.operations.lore.formulas import function_name
from numscope.operations.lore.outside import BETWEEN_COORDINATES, BETWEEN_POINTS
from numscope.operations.traits import Trait
from numscope.trace import Operand, Operation, Trace
from numscope.trace.operation import AFTER

_DEEPEST = 8
_CIRCLE = 360
_ADVICE = "Bring both to one unit and one convention, and compare their ranges first (`.min()`, `.max()`)."
_TURNED = "Count degrees in one way on both sides: `% 360`, or `(lon + 180) % 360 - 180`."


class _Numbers(NamedTuple):
    """The numbers of one coordinate on one side, and the operand that holds them, maybe among others."""

    operand: Operand
    values: Any

    def __str__(self) -> str:
        return " to ".join(map(_text, (self.values.min(), self.values.max())))


class _Coordinate(NamedTuple):
    """One coordinate of a grid, or of scattered points, and what is asked for in it."""

    name: str
    grid: _Numbers
    asked: _Numbers

    @property
    def is_outside(self) -> bool:
        """Whether no number that is asked for is between the least and the largest of the grid."""
        return bool(
            self.asked.values.max() < self.grid.values.min()
            or self.asked.values.min() > self.grid.values.max()
        )


def outside_of_grid(trace: Trace, operation: Operation) -> Root | None:
    """Return the line that made a coordinate in which `operation` asks for nothing but what is outside of its grid.

    None if there are several such coordinates, as where two were exchanged: then it is the call that is wrong.
    """
    site = operation.user_site or operation.site
    outside = [one for one in _coordinates(operation) if one.is_outside]
    if site is None or len(outside) != 1:
        return None
    found = outside[0]
    asked, grid = (_maker(trace, operation, side) for side in (found.asked, found.grid))
    asked_moved = asked is not None and _moved_away(trace, asked, found.grid)
    of_grid = grid is not None and not asked_moved and _moved_away(trace, grid, found.asked)
    maker = grid if of_grid else asked
    made = None if maker is None else maker.user_site
    if made is None or made.in_library or made.place == site.place:
        return None
    line = line_of(site, made)
    if of_grid:
        said = f"makes the grid's `{found.name}` {found.grid}, off the {found.asked} that {line} asks for"
    else:
        said = (
            f"makes `{found.name}` {found.asked}, outside of the grid's {found.grid}: "
            f"{line} asks for {found.asked.values.size:,} there"
        )
    return Root(made, Cause(said, _TURNED if _is_turned(found) else _ADVICE))


def _coordinates(operation: Operation) -> Iterator[_Coordinate]:
    name = function_name(operation.name)
    before = [one for one in operation.operands if one.role not in AFTER]
    if not operation.traits & Trait.STANDS:
        return
    if name in BETWEEN_POINTS:
        grid, asked = (
            [column for one in before if one.position == place for column in _columns(one)]
            for place in (0, 2)
        )
        if len(grid) == len(asked):
            for number, sides in enumerate(zip(grid, asked, strict=True), 1):
                yield _Coordinate(f"coordinate {number}", *sides)
    elif name in BETWEEN_COORDINATES:
        yield from _named(before)


def _named(operands: list[Operand]) -> Iterator[_Coordinate]:
    """Yield the coordinates of an object that others of the same name are given for."""
    own = {one.name: one for one in operands if one.position == 0 and one.role == "argument" and one.name}
    within: str | None = None  # an object that is given for a coordinate: its values follow
    for one in operands:
        if one.position == 0:
            continue
        if one.kind == "object":
            within = one.name
        name = one.name if one.name in own else within
        if name not in own:
            continue
        sides = [column for side in (own[name], one) for column in _columns(side)]
        if len(sides) == 2 and one.name in (name, "values"):
            yield _Coordinate(str(name), *sides)


def _columns(operand: Operand) -> list[_Numbers]:
    """Return the numbers of an array of one coordinate, or of the columns of one of points; none of another operand."""
    values = value_of(operand) if operand.is_array() else None
    if not isinstance(values, np.ndarray) or values.dtype.kind not in "iufM" or not 1 <= values.ndim <= 2:
        return []
    columns = [values] if values.ndim == 1 else list(values.T)
    known = [one[~(np.isnat(one) if one.dtype.kind == "M" else np.isnan(one))] for one in columns]
    return [_Numbers(operand, one) for one in known] if all(one.size for one in known) else []


def _maker(trace: Trace, operation: Operation, numbers: _Numbers) -> Operation | None:
    """Return the operation that made a coordinate, before what only handed it on or put it beside others."""
    maker, reader, operand = None, operation, numbers.operand
    for _ in range(_DEEPEST):
        further = maker_of(trace, operand, reader)
        if further is None:
            break
        maker = further
        same = next((one for one in maker.inputs if _holds(one, numbers)), None)
        if same is None:
            break
        reader, operand = maker, same
    return maker


def _holds(operand: Operand, numbers: _Numbers) -> bool:
    return any(np.array_equal(column.values, numbers.values) for column in _columns(operand))


def _moved_away(trace: Trace, maker: Operation, other: _Numbers) -> bool:
    """Return whether a line computed a coordinate, step by step, of one in which the other side's numbers lie."""
    low, high = other.values.min(), other.values.max()
    for _ in range(_DEEPEST):
        if not maker.traits & Trait.ELEMENTWISE:
            return False
        before = [column.values for one in maker.inputs for column in _columns(one)]
        alike = [one for one in before if one.dtype.kind == other.values.dtype.kind]
        if any(one.min() <= high and low <= one.max() for one in alike):
            return True
        makers = [maker_of(trace, one, maker) for one in maker.inputs if one.is_array()]
        steps = [one for one in makers if one is not None and one.user_site == maker.user_site]
        if not steps:
            return False
        maker = steps[0]
    return False


def _is_turned(found: _Coordinate) -> bool:
    """Return whether a full circle lies between what is asked for and the grid."""
    grid, asked = found.grid.values, found.asked.values
    if grid.dtype.kind == "M" or np.ptp(grid) > _CIRCLE:
        return False
    turned = [asked + _CIRCLE, asked - _CIRCLE]
    return any(grid.min() <= one.min() and one.max() <= grid.max() for one in turned)


def _text(value: Any) -> str:
    return str(value.astype("M8[m]")) if isinstance(value, np.datetime64) else f"{value:g}"
