"""Tables walked row by row, as the source says: each step makes objects, and calls Python."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby, pairwise

from numscope.analysis.advise.evidence import Evidence
from numscope.analysis.advise.finding import Finding
from numscope.analysis.concepts.user_calls import UserCall, user_calls
from numscope.operations.lore.slow_methods import ROW_BY_ROW

# So many steps show that there were many rows: operations inside, or turns with lines of the user's function.
_LEAST_OPERATIONS, _LEAST_TURNS = 1000, 300
# Between two steps of one loop there is no longer a time.
_LONGEST_STEP_NS = 10_000_000
_METHODS = "|".join(ROW_BY_ROW)
_METHOD = re.compile(rf"\.({_METHODS})(?:\(\)|$)")


def row_loops(evidence: Evidence) -> Iterator[Finding]:
    """Lines that call a method that works row by row, in hundreds of steps."""
    found = [call for call in user_calls(evidence.trace, _MAY_BE) if call.site and _METHOD.search(call.name)]
    found.sort(key=lambda call: (str(call.site), call.name, call.operation))
    for _, same in groupby(found, key=lambda call: (call.site, call.name)):
        calls = list(same)
        if len(calls) >= _LEAST_TURNS or sum(call.operations for call in calls) >= _LEAST_OPERATIONS:
            yield _finding(calls)


# A call that is recorded itself, or lines that a library called back from one that is not.
_MAY_BE = f"""
    own and visible and operations >= {_LEAST_OPERATIONS} and regexp_matches(name, '[.]({_METHODS})$')
    or own and not visible and (file, line) in (
        select (file, line) from user_calls where own and not visible
        group by file, line having sum(operations) >= {_LEAST_OPERATIONS} or count(*) >= {_LEAST_TURNS})
    """


def _finding(calls: list[UserCall]) -> Finding:
    first, operations = calls[0], sum(call.operations for call in calls)
    method = _METHOD.findall(first.name)[-1]
    assert first.site is not None, "only calls of the user's own lines are looked at"
    return Finding(
        kind="row-loop",
        operations=(first.name,),
        file=first.site.file,
        line=first.site.line,
        function=first.site.function,
        calls=len(calls),
        cost_ns=_time_ns(calls),
        cost_bytes=0,
        cost="time from step to step",
        problem=f"`{method}` goes row by row: {operations:,} operations ran inside",
        fix=ROW_BY_ROW[method],
        examples=tuple(call.operation for call in calls[:3]),
    )


def _time_ns(calls: list[UserCall]) -> int:
    """Return the time from step to step: what a step makes and calls is mostly no recorded operation."""
    starts = [call.time_ns for call in calls]
    steps = [min(later - earlier, _LONGEST_STEP_NS) for earlier, later in pairwise(starts)]
    return sum(steps) + (calls[-1].duration_ns or 0)
