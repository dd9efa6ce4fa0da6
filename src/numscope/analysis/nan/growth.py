"""How the results of one call grow from run to run until they overflow."""

from __future__ import annotations

import numpy as np

from numscope.trace import Operation, Trace

# Results of one line grow at each of the last steps, and in all by this factor at least, before they overflow.
LAST_STEPS = 5
_LEAST_STEPS = 6
_GROWN = 1e6
# Earlier runs of a call. Not all of the same line: each of `return mean(a), mean(b)` grows at its own pace.
EARLIER = (
    "id < ? and process = ? and name = ? and user_site = (select user_site from operations where id = ?)"
)


def at_call(operation: Operation) -> list[object]:
    """Return the parameters of `EARLIER`."""
    return [operation.id, operation.process, operation.name, operation.id]


def earlier_runs(trace: Trace, operation: Operation) -> list[int]:
    """Return the ids of the earlier runs of the same call, in the order of time."""
    query = f"select id from operations where {EARLIER} order by id"
    found: list[int] = trace.ask(query, at_call(operation))["id"].to_pylist()
    return found


def growth(trace: Trace, operation: Operation) -> float | None:
    """Return by which factor the results of the call grew in the last step; None if they did not grow steadily."""
    earlier = earlier_runs(trace, operation)
    # Bounds are what DuckDB passes over the rest of the file by.
    rows = trace.ask(
        """
        select greatest(abs(minimum), abs(maximum)) as size
        from operand_contents c
        where operation between ? and ? and operation in (select unnest(?::bigint[]))
            and role in ('output', 'mutated') and minimum is not null
            and c.nans + c.positive_infinities + c.negative_infinities = 0
        order by operation
        """,
        [min(earlier, default=0), max(earlier, default=0), earlier],
    )
    size = np.asarray(rows["size"].to_pylist(), float)
    size = size[np.isfinite(size)]
    late = size[-LAST_STEPS:]
    steady = len(size) >= _LEAST_STEPS and late.min() > 0 and (np.diff(late) > 0).all()
    if not steady or late[-1] < _GROWN * size[size > 0][0]:
        return None
    return float((late[-1] / late[0]) ** (1 / (len(late) - 1)))
