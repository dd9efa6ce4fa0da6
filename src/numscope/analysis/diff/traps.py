"""Lines of a rewritten program by which values are lost, whatever the first program does: `a[index] += x`.

A check-up of the second run alone finds them. What it finds in both runs is no difference.
"""

from __future__ import annotations

from collections.abc import Iterator

from numscope.analysis.concepts.without_nan import option_without_nan
from numscope.analysis.diff.inner_calls import known_contents
from numscope.analysis.diff.program_change import SourceChange
from numscope.trace import Operation, Trace
from numscope.trace.operation import AFTER

_FIRST_NAMED = "select id from operations where name = ? order by id limit 1"


def trap(first: Trace, second: Trace) -> SourceChange | None:
    """Return the one line of the second program that loses values which the first run has.

    None if what the line made is known to the first run, if several lines do, or if one of the first program does.
    """
    lines = {(file, line) for file, line, operation in _lossy(second) if _is_new(operation, second, first)}
    if len(lines) != 1 or any(_lossy(first)):
        return None
    ((file, line),) = lines
    return SourceChange(None, None, file, line, ("", second.sources.line(file, line).strip()))


def gives_up_nan(parted: Operation, first: Trace, second: Trace) -> SourceChange | None:
    """Return the line of the second program by which a compiled function that looks for NaN assumes that there is none.

    parted: where values part. None if the first program does so, too.
    """
    found = option_without_nan(second, parted)
    before = first.ask(_FIRST_NAMED, [parted.name])["id"].to_pylist()
    if found is None or any(option_without_nan(first, one) for one in first.operations.fetch(before)):
        return None
    return SourceChange(None, None, *found[1].place, ("", found[1].source))


def _lossy(trace: Trace) -> Iterator[tuple[str, int, int]]:
    # Loaded here: most comparisons end before this is asked, and all kinds of a check-up take long to load.
    from numscope.analysis.check_up.evidence import Evidence
    from numscope.analysis.check_up.lost_updates import lost_updates
    from numscope.analysis.check_up.wraparound import wraparound

    evidence = Evidence(trace)
    for kind in (lost_updates, wraparound):
        for one in kind(evidence):
            yield one.file, one.line, one.operation


def _is_new(number: int, second: Trace, first: Trace) -> bool:
    made = {one.hash for one in second.operations[number].operands if one.role in AFTER and one.hash}
    return bool(made - known_contents(first, made))
