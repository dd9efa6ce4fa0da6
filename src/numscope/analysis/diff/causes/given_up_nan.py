"""Lines of a rewritten program by which a compiled function gives up what it did before."""

from __future__ import annotations

from numscope.analysis.concepts.without_nan import option_without_nan
from numscope.analysis.diff.program_change import SourceChange
from numscope.trace import Operation, Trace

_FIRST_NAMED = "select id from operations where name = ? order by id limit 1"


def gives_up_nan(parted: Operation, first: Trace, second: Trace) -> SourceChange | None:
    """Return the line of the second program by which a compiled function that looks for NaN assumes that there is none.

    parted: where values part. None if the first program does so, too.
    """
    found = option_without_nan(second, parted)
    before = first.ask(_FIRST_NAMED, [parted.name])["id"].to_pylist()
    if found is None or any(option_without_nan(first, one) for one in first.operations.fetch(before)):
        return None
    return SourceChange(None, None, *found[1].place, ("", found[1].source))
