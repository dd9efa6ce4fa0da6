"""Reductions along another axis than all others of the same table: a spread of columns that divides rows.

The line that reduces is to blame, not the one that divides by a column's spread of 0.
"""

from __future__ import annotations

from math import prod
from typing import Any

from numscope.analysis.concepts.described_objects import with_parts
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.producers import maker_of
from numscope.analysis.nan.root import Root, at_line_of
from numscope.operations.lore.formulas import function_name, short_name
from numscope.operations.traits import Trait
from numscope.trace import Operation, Trace

_DIVIDES = "divide"
_ADVICE = (
    "Reduce along the axis of the others (`axis=`), and keep the result two-dimensional (`keepdims=True`)."
)
# Along which axes the program reduces arrays of a shape, itself.
_AXES = """
    select distinct operations.id from operations
        join operands data on data.operation = operations.id and data.role = 'input'
            and (data.shape = ?::bigint[] or data.shape = ?::bigint[])
        join operands axis on axis.operation = operations.id and axis.role = 'argument' and axis.name in ('axis', 'dim')
    where operations.user_visible and operations.process = ? and operations.id <> ?
    """


def other_axis(trace: Trace, operation: Operation) -> Root | None:
    """Return the line that reduces along an axis of its own to the zeros by which `operation` divides.

    None unless the program reduces arrays of the same shape along the other axis, and along no other.
    """
    divides = operation.traits & Trait.DIVIDES or function_name(operation.name) == _DIVIDES
    divisor = operation.inputs[-1] if divides and operation.inputs else None
    if divisor is None or divisor.statistics is None or not divisor.statistics.zeros:
        return None
    maker = maker_of(trace, divisor, operation)
    site = None if maker is None else maker.user_site
    called = operation.user_site or operation.site
    shape = None if maker is None else _shape(maker)
    axis = None if maker is None else _axis(maker)
    if maker is None or site is None or shape is None or axis is None or called is None:
        return None
    if called.place == site.place or not _reduces(maker, shape):
        return None
    others = {
        axis_of
        for one in trace.operations.fetch(_candidates(trace, maker, shape))
        if _shape(one) == shape and _reduces(one, shape) and (axis_of := _axis(one)) is not None
    }
    if len(others) != 1 or axis in others:
        return None
    said = (
        f"reduces along axis {axis} ({short_name(maker.name)}); the program reduces arrays of this shape "
        f"along axis {others.pop()} otherwise"
    )
    return Root(site, Cause(f"{said}{at_line_of(operation, site)}", _ADVICE))


def _shape(operation: Operation) -> tuple[int, int] | None:
    """Return how many rows and columns the first array has that an operation reads; of a table its columns' number."""
    described = with_parts(one for one in operation.operands if one.role in ("input", "argument"))
    columns = [one.shape for one in next((one.parts for one in described if one.parts), ()) if one.is_array()]
    if len(columns) > 1 and columns[0] is not None and len(columns[0]) == 1:
        return columns[0][0], len(columns)
    array = next((one.shape for one in operation.inputs if one.is_array() and one.shape), ())
    return (array[0], array[1]) if len(array) == 2 else None


def _reduces(operation: Operation, shape: tuple[int, int]) -> bool:
    # A Series is an object and the array of its values.
    return sum(prod(one.shape) for one in operation.outputs if one.shape is not None) in shape


def _candidates(trace: Trace, maker: Operation, shape: tuple[int, int]) -> list[int]:
    rows = trace.ask(_AXES, [list(shape), [shape[0]], maker.process, maker.id])
    return [int(one) for one in rows["id"].to_pylist()]


def _axis(operation: Operation) -> Any:
    """Return the axis that an operation is given; counted from the front, of a table of two."""
    given = next((one.literal for one in operation.arguments if one.name in ("axis", "dim")), None)
    text = str(given).strip("[]()").rstrip(",")
    return int(text) % 2 if text.lstrip("-").isdigit() and -2 <= int(text) < 2 else None
