"""Ranks for which the others wait: who begins collectives last, how often, since when, and what that costs."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import median

from numscope.analysis.ranks.collectives import Group, Meeting
from numscope.analysis.ranks.finding import Finding, named

# Ranks that begin within this of each other have not waited.
_TOGETHER_NS = 1_000_000
# Standard deviations of the clocks' error.
_SURELY = 4
# The share of the time that must be lost, and how likely chance alone may make one rank the last so often.
_LEAST_SHARE, _MOST_CHANCE = 0.05, 1e-5


@dataclass(frozen=True)
class Late:
    """One rank's lateness in a group. meetings: collectives in which ranks waited; last: in how many of them for it.

    lost_ns: how long the others waited for it, together by collective; share: of the time between the first and the
    last collective. typical_ns: the median of its delays. since: number of the first collective in which it was last.
    """

    rank: int
    meetings: int
    last: int
    lost_ns: int
    share: float
    typical_ns: int
    since: int


def lateness(group: Group, clock_error_ns: int = 0) -> list[Late]:
    """Return the lateness of each rank of `group`, the latest first.

    clock_error_ns: of the hosts' clocks against each other; ranks within some of it of each other have not waited.
    The first collective is left out: ranks do not start at the same time.
    """
    whole = [meeting for meeting in group.meetings[1:] if len(meeting.parts) == len(group.ranks) > 1]
    if not whole:
        return []
    span = max(1, whole[-1].begun_ns - whole[0].begun_ns)
    delays = [(meeting.number, *_last_of(meeting)) for meeting in whole]
    least = max(_least(sorted(delay for _, _, delay in delays)), _SURELY * clock_error_ns)
    waited: dict[int, list[tuple[int, int]]] = {rank: [] for rank in group.ranks}
    for number, rank, delay in delays:
        if delay >= least:
            waited[rank].append((number, delay))
    meetings = sum(map(len, waited.values()))
    late = [
        Late(
            rank,
            meetings,
            len(waits),
            sum(delay for _, delay in waits),
            sum(delay for _, delay in waits) / span,
            int(median(delay for _, delay in waits)),
            waits[0][0],
        )
        for rank, waits in waited.items()
        if waits
    ]
    return sorted(late, key=lambda one: -one.lost_ns)


def stragglers(groups: Sequence[Group], lates: Sequence[Sequence[Late]]) -> Iterator[Finding]:
    """Yield a finding for each rank that is last more often than chance makes it, and costs time.

    lates: what `lateness` says of each group.
    """
    for group, late_ranks in zip(groups, lates, strict=True):
        for late in late_ranks:
            if late.share >= _LEAST_SHARE and _chance(late, len(group.ranks)) <= _MOST_CHANCE:
                yield _finding(group, late)


def _least(delays: list[int]) -> float:
    """Return from where on a delay counts: half of what the longest have, but for a tenth that may be accidents.

    Shorter ones come from the scheduler, and would hide who is late each time.
    """
    long = [delay for delay in delays if delay >= _TOGETHER_NS] or [0]
    return max(_TOGETHER_NS, long[int(0.9 * (len(long) - 1))] / 2)


def _finding(group: Group, late: Late) -> Finding:
    first = next(meeting for meeting in group.meetings if meeting.number == late.since)
    part = first.parts[late.rank]
    return Finding(
        "straggler",
        (late.rank,),
        f"{named([late.rank])} is late: the others wait {late.typical_ns / 1e6:.1f} ms for it, "
        f"{late.share:.0%} of the time",
        (
            f"it began last in {late.last:,} of the {late.meetings:,} collectives in which ranks waited",
            f"since collective {late.since} of group {group.name}"
            + (f", {part.name} at {part.place}" if part.place else ""),
        ),
        f"compare what it does before the collective: numscope top TRACE --rank {late.rank}.",
        (part.operation,),
        part.place,
    )


def _last_of(meeting: Meeting) -> tuple[int, int]:
    """Return the rank that began last, and how long after the median of the others."""
    parts = sorted(meeting.parts.values(), key=lambda part: part.begun_ns)
    return parts[-1].rank, int(parts[-1].begun_ns - median(part.begun_ns for part in parts[:-1]))


def _chance(late: Late, ranks: int) -> float:
    """Return a bound on the probability that a rank is last so often by chance (Chernoff), over all ranks."""
    share, even = late.last / late.meetings, 1 / ranks
    if share <= even:
        return 1.0
    divergence = share * math.log(share / even)
    if share < 1:
        divergence += (1 - share) * math.log((1 - share) / (1 - even))
    return ranks * math.exp(-late.meetings * divergence)
