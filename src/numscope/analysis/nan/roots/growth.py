"""How the results of one call grow from run to run until they overflow."""

from __future__ import annotations

from math import isfinite

import numpy as np

from numscope.analysis.nan.modules import places_of
from numscope.trace import Operation, Trace

# Results of one line grow at each of the last steps, and in all by this factor at least, before they overflow.
LAST_STEPS = 5
_LEAST_STEPS = 6
_GROWN = 1e6
_MOST_RUNS = 1000
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
    return _factor(list(_sizes(trace, earlier_runs(trace, operation)).values()))


def growth_of_steps(trace: Trace, operation: Operation) -> float | None:
    """Return what `growth` does of the largest results of each step of a training, in which the call ran several times.

    A backward pass runs at one line, and makes gradients of each layer there.
    """
    return _factor(sizes_of_steps(trace, operation))


def sizes_of_steps(trace: Trace, operation: Operation) -> list[float]:
    """Return the largest result of the call in each step of a training before that of `operation`, in order."""
    runs = earlier_runs(trace, operation)[-_MOST_RUNS:]
    steps = {number: place.step for number, place in places_of(trace, [*runs, operation.id]).items()}
    own = steps.get(operation.id)
    largest: dict[int, float] = {}
    for number, size in _sizes(trace, runs).items():
        step = steps.get(number, own)
        if step is not None and step != own:
            largest[step] = max(size, largest.get(step, 0.0))
    return list(largest.values())


def _sizes(trace: Trace, runs: list[int]) -> dict[int, float]:
    """Return the largest results of these operations, of those that are finite, in the order of time."""
    # Bounds are what DuckDB passes over the rest of the file by.
    rows = trace.ask(
        """
        select operation, max(greatest(abs(minimum), abs(maximum))) as size
        from operand_contents c
        where operation between ? and ? and operation in (select unnest(?::bigint[]))
            and role in ('output', 'mutated') and minimum is not null
            and c.nans + c.positive_infinities + c.negative_infinities = 0
        group by operation order by operation
        """,
        [min(runs, default=0), max(runs, default=0), runs],
    ).to_pylist()
    return {row["operation"]: row["size"] for row in rows if isfinite(row["size"])}


def _factor(sizes: list[float]) -> float | None:
    size = np.asarray(sizes, float)
    late = size[-LAST_STEPS:]
    steady = len(size) >= _LEAST_STEPS and late.min() > 0 and (np.diff(late) > 0).all()
    if not steady or late[-1] < _GROWN * size[size > 0][0]:
        return None
    return float((late[-1] / late[0]) ** (1 / (len(late) - 1)))
