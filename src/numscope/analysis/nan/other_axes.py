"""Reductions along another axis than all others of the same table: a spread of columns that divides rows.

The line that reduces is to blame, not the one that divides by a column's spread of 0.
"""

from __future__ import annotations

from typing import Any

from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.producers import maker_of
from numscope.analysis.nan.root import Root, at_line_of
from numscope.operations.lore.formulas import function_name, short_name
from numscope.operations.traits import Trait
from numscope.trace import Operand, Operation, Trace

_DIVIDES = "divide"
_FEWEST_OTHERS = 2
_ADVICE = (
    "Reduce along the axis of the others (`axis=`), and keep the result two-dimensional (`keepdims=True`)."
)
# Along which axes the program reduces arrays of a shape, itself.
_AXES = """
    select distinct operations.id from operations
        join operands data on data.operation = operations.id and data.role = 'input' and data.shape = ?::bigint[]
        join operands axis on axis.operation = operations.id and axis.role = 'argument' and axis.name in ('axis', 'dim')
    where operations.user_visible and operations.process = ? and operations.id <> ?
    """


def other_axis(trace: Trace, operation: Operation) -> Root | None:
    """Return the line that reduces along an axis of its own to the zeros by which `operation` divides.

    None unless the program reduces arrays of the same shape along one other axis, and at least twice.
    """
    divides = operation.traits & Trait.DIVIDES or function_name(operation.name) == _DIVIDES
    divisor = operation.inputs[-1] if divides and operation.inputs else None
    if divisor is None or divisor.statistics is None or not divisor.statistics.zeros:
        return None
    maker = maker_of(trace, divisor, operation)
    site = None if maker is None else maker.user_site
    called = operation.user_site or operation.site
    table = None if maker is None else next((one for one in maker.inputs if len(one.shape or ()) > 1), None)
    axis = None if maker is None else _axis(maker)
    if (
        maker is None
        or site is None
        or table is None
        or axis is None
        or called is None
        or called.line == site.line
    ):
        return None
    others = [
        _axis(one)
        for one in trace.operations.fetch(_same_shape(trace, maker, table))
        if _axis(one) is not None
    ]
    if len(others) < _FEWEST_OTHERS or axis in others or len(set(map(str, others))) != 1:
        return None
    said = (
        f"reduces along axis {axis} ({short_name(maker.name)}); the program reduces arrays of this shape "
        f"along axis {others[0]} otherwise, {len(others)} times"
    )
    return Root(site, Cause(f"{said}{at_line_of(operation)}", _ADVICE))


def _same_shape(trace: Trace, maker: Operation, table: Operand) -> list[int]:
    rows = trace.ask(_AXES, [list(table.shape or ()), maker.process, maker.id])
    return [int(one) for one in rows["id"].to_pylist()]


def _axis(operation: Operation) -> Any:
    """Return the axis that an operation is given; counted from the front, of a table of two."""
    given = next((one.literal for one in operation.arguments if one.name in ("axis", "dim")), None)
    text = str(given).strip("[]()").rstrip(",")
    return int(text) % 2 if text.lstrip("-").isdigit() and -2 <= int(text) < 2 else None
