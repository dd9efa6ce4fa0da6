"""Which rank made NaN first, and by which collectives they reached the others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from numscope.analysis.nan.nonfinite import Origin, find_nonfinite
from numscope.analysis.ranks.clocks import Clock, time_on_first
from numscope.analysis.ranks.collectives import Group, Meeting
from numscope.analysis.ranks.finding import Finding, named
from numscope.analysis.ranks.members import Member
from numscope.errors import UsageError
from numscope.trace import Trace

_RESULTS = 'select distinct operation from nonfinite_operands where nans > 0 and "after"'
_INPUTS = 'select distinct operation from nonfinite_operands where nans > 0 and not "after"'


def first_nan(
    trace: Trace, ranks: Mapping[int, Member], groups: Sequence[Group], clocks: Sequence[Clock]
) -> Iterator[Finding]:
    """Yield where NaN or infinities that reached a result began first, of all ranks, if they did.

    groups: with their times on the clock of the first rank's host.
    """
    try:
        report = find_nonfinite(trace, limit=100)
    except UsageError:
        return  # recorded without statistics
    by_process = {member.process: member.rank for member in ranks.values()}
    origins = [origin for origin in report.origins if origin.operation.process in by_process]
    if not origins:
        return
    began_ns, first = min(
        (
            (
                time_on_first(clocks, ranks[by_process[origin.operation.process]], origin.operation.time_ns),
                origin,
            )
            for origin in origins
        ),
        key=lambda pair: pair[0],
    )
    rank = by_process[first.operation.process]
    on = sorted({by_process[origin.operation.process] for origin in origins})
    site = first.site or first.operation.user_site
    at = f"{site.file}:{site.line}" if site else None
    yield Finding(
        "nan",
        (rank,),
        f"{named([rank])} is the first with NaN or infinities, at {at or first.operation.name}"
        + _because(first),
        (
            *_way(trace, rank, began_ns, groups),
            *([f"such values began on {named(on)}"] if len(on) > 1 else []),
        ),
        f"see numscope nan TRACE --rank {rank}.",
        (first.operation.id,),
        at,
    )


def _because(origin: Origin) -> str:
    return f", which {origin.cause.sentence}" if origin.cause else f", in {origin.operation.name}"


def _way(trace: Trace, rank: int, began_ns: int, groups: Sequence[Group]) -> list[str]:
    """Return the collectives through which NaN came to other ranks, in the order of time."""
    results = set(trace.ask(_RESULTS)["operation"].to_pylist())
    inputs = set(trace.ask(_INPUTS)["operation"].to_pylist())
    reached, found = {rank}, []
    meetings = sorted((meeting for group in groups for meeting in group.meetings), key=_begun)
    for meeting in meetings:
        if meeting.begun_ns < began_ns:
            continue
        new = sorted(
            other
            for other, part in meeting.parts.items()
            if other not in reached and part.operation in results and part.operation not in inputs
        )
        if new:
            part = meeting.parts.get(rank) or next(iter(meeting.parts.values()))
            place = f" at {part.place}" if part.place else ""
            found.append(
                f"{part.name} number {meeting.number} of group {meeting.group}{place} brought NaN to {named(new)}"
            )
            reached.update(new)
    return found


def _begun(meeting: Meeting) -> int:
    return meeting.begun_ns
