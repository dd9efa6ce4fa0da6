"""Steps that a rewritten program takes in another order: the mean of logarithms for the logarithm of the mean."""

from __future__ import annotations

from numscope.analysis.diff.divergence import Divergence
from numscope.analysis.diff.program_change import SourceChange
from numscope.analysis.diff.step_names import step_of
from numscope.trace import Trace

_MOST_LOOKED_AT = 200
_TIMES = (
    "select name, count(*) as times from operations where depth = 0 and user_file is not null group by name"
)


def later_step(found: Divergence, first: Trace, second: Trace) -> SourceChange | None:
    """Return the line of the second program that does later what the first did before all else.

    None unless the first program does later, with a value that the second lacks, what the second does first.
    """
    before, after = (
        trace.operations.fetch(list(side.way[:_MOST_LOOKED_AT]))
        for trace, side in zip((first, second), found.sides, strict=True)
    )
    if not before or not after or step_of(before[0].name) == step_of(after[0].name):
        return None
    starts, begun = set(found.sides[0].origins), step_of(after[0].name)
    if not any(step_of(one.name) == begun and one.id not in starts for one in before):
        return None
    # Steps in another order are taken as often, or each as many times less where a loop became an array.
    early = step_of(before[0].name)
    if _times(begun, first) * _times(early, second) != _times(begun, second) * _times(early, first):
        return None
    late = next((one for one in after[1:] if step_of(one.name) == step_of(before[0].name)), None)
    site, old = (late.user_site, before[0].user_site) if late is not None else (None, None)
    if site is None or old is None:
        return None
    return SourceChange(None, None, site.file, site.line, (old.source.strip(), site.source.strip()))


def _times(step: str, trace: Trace) -> int:
    """Return how often the program's own lines take a step."""
    return sum(row["times"] for row in trace.ask(_TIMES).to_pylist() if step_of(row["name"]) == step)
