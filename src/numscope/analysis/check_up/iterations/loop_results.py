"""The floating-point results of what updates a state, call after call, as columns: asked once for all findings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from numscope.trace import Trace
from numscope.trace.arrow_columns import numbers
from numscope.trace.chosen_slots import operands_of

# A state is given the result of one of these.
STATES = (
    *("add", "subtract", "sub", "multiply", "mul", "divide", "matmul", "dot", "mm", "__setitem__", "where"),
    "mv",
)
# Shorter series show no trend.
LEAST_STEPS = 8
# Results that are looked at, of all calls together: lists of 10 million take 2 GB, more than a query may have.
_MOST_RESULTS = 2_000_000
_STEPS = ("ids", "whole", "minimum", "maximum", "mean", "deviation")


@dataclass(frozen=True)
class LoopResults:
    """The results of one call, all of one shape, in order, without those that hold NaN.

    columns: ids of the operations, whether the array was part of no other, and statistics.
    """

    call: int
    dtype: str
    shape: tuple[int, ...]
    columns: dict[str, Any]


def loop_results(trace: Trace, calls: list[int]) -> tuple[LoopResults, ...]:
    """Return what each of these calls, by number, gave in `LEAST_STEPS` operations or more.

    Where they gave more than `_MOST_RESULTS` together, calls with more than their share are thinned evenly.
    """
    told = ", ".join(f"list({name}) as {name}" for name in _STEPS)
    operands = operands_of(
        "own",
        "fitting",
        "own.id as ids, call, alike, (owner is null)::int as whole, nans, minimum, maximum, mean, deviation",
    )
    # Layouts are told apart among the few slots: texts and lists of all operands would take twice the time.
    table = trace.ask(
        f"""
        with counts as (
            select call, count(*) as times from recorded_operations where call in (select unnest(?::integer[]))
            group by call
        ), shares as (
            select call, case when (select sum(times) from counts) <= {_MOST_RESULTS} then 1
                else ceil(times / ({_MOST_RESULTS} / (select count(*) from counts)))::bigint end as one_of
            from counts
        ), own as materialized (
            select id, call from recorded_operations join shares using (call)
            where one_of = 1 or hash(id) % one_of = 0
        ), fitting as materialized (
            select id, dtype, shape, min(id) over (partition by dtype, shape) as alike from slots
            where role in ('output', 'mutated') and regexp_matches(dtype, '^float(16|32|64)$')
                and len(shape) >= 0 and coalesce(list_product(shape), 1) >= 1
        ), found as (
            select call, alike, {told} from ({operands}) where minimum is not null and coalesce(nans, 0) = 0
            group by call, alike having count(*) >= {LEAST_STEPS}
        )
        select call, dtype, shape, {", ".join(_STEPS)} from fitting join found on found.alike = fitting.id
        order by call, found.alike
        """,
        [calls],
    )
    rows = table.drop_columns(list(_STEPS)).to_pylist()
    return tuple(
        LoopResults(row["call"], row["dtype"], tuple(row["shape"] or ()), _in_order(columns))
        # As arrays, not as Python's numbers: a loop may have made millions of results.
        for row, *columns in zip(rows, *(table[name] for name in _STEPS), strict=True)
    )


def _in_order(columns: list[Any]) -> dict[str, Any]:
    """Return the columns of one call, ordered by the ids of its operations."""
    arrays = [
        numbers(column.values, 0 if name in ("ids", "whole") else np.nan)
        for name, column in zip(_STEPS, columns, strict=True)
    ]
    ids = arrays[0]
    order = slice(None) if (ids[1:] > ids[:-1]).all() else np.argsort(ids)
    return {name: array[order] for name, array in zip(_STEPS, arrays, strict=True)}
