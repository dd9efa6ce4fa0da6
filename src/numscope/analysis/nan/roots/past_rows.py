"""Rows that a table has not: JAX's `take` answers NaN for them, and the line that looks them up is to blame.

Inside a compiled function only types and shapes are recorded; the numbers of the rows are seen where it is given them.
"""

from __future__ import annotations

import re
from math import prod
from typing import NamedTuple

from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.root import Root, at_line_of
from numscope.analysis.nan.roots.traced_calls import calls_inside, first_call
from numscope.operations.lore.jax import COMPILES, FILLS_WITH_NAN, TRACED
from numscope.trace import Operand, Operation, Trace

_ADVICE = "Number the rows from 0, and compare the largest number with the table's length."


class _Kind(NamedTuple):
    """Type and shape of an array; without its width, which JAX narrows: int64 is traced as int32."""

    dtype: str
    shape: tuple[int, ...]


def past_row(trace: Trace, operation: Operation) -> Root | None:
    """Return the first line that looks up rows which a table has not, in the compiled function that `operation` ran.

    None where it isn't certain: if an array of rows within the table has the same type and shape, or one is computed.
    """
    if not operation.name.startswith(COMPILES):
        return None
    calls = calls_inside(trace, first_call(trace, operation), of_libraries=True)
    lookups = [one for one in calls if one.name in FILLS_WITH_NAN]
    within = {one.id for one in lookups}
    for one in calls:
        within.update([one.id] if one.parent in within else [])
    made = [result for one in calls if one.id not in within for result in one.outputs]
    computed = {_kind(one) for one in made if not one.is_array()}
    for lookup in lookups:
        site = lookup.user_site
        table, rows = (*map(_kind, lookup.inputs[:2]), None, None)[:2]
        if site is None or table is None or rows is None or rows in computed:
            continue
        given = [one.statistics for one in operation.inputs if one.is_array() and _kind(one) == rows]
        largest = min((one.maximum for one in given if one is not None), default=-1)
        length = _length(lookup, table)
        if length is not None and largest >= length:
            said = f"looks up row {largest:.0f} of {length} rows, numbered from 0: `{lookup.name}` gives NaN for it"
            return Root(site, Cause(f"{said}{at_line_of(operation, site)}", _ADVICE))
    return None


def _length(lookup: Operation, table: _Kind) -> int | None:
    """Return how many rows the table has on the axis that is asked; without an axis it is flat."""
    axis = next((one.literal for one in lookup.arguments if one.name == "axis"), None)
    if axis is None:
        return prod(table.shape)
    return (
        table.shape[axis] if isinstance(axis, int) and -len(table.shape) <= axis < len(table.shape) else None
    )


def _kind(operand: Operand) -> _Kind | None:
    if operand.is_array():
        return _Kind((operand.dtype or "").rstrip("0123456789"), operand.shape or ())
    found = re.fullmatch(TRACED, operand.literal) if isinstance(operand.literal, str) else None
    if found is None:
        return None
    shape = tuple(int(one) for one in found["shape"].split(",") if one)
    return _Kind(found["dtype"].rstrip("0123456789"), shape)
