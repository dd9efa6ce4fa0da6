"""How far the clocks of hosts are apart, from the collectives that they ended together.

No rank leaves a barrier or an all-reduce before all have entered it, and all leave it within what the network takes.
So the differences between the ends of a collective on two hosts are the offset of their clocks, which grows with the
drift, and noise. A line is fitted to them (least squares; those far from it are left out), and moved where it would
have a rank leave before another entered.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from numscope.analysis.ranks.collectives import Collective, Group, Meeting
from numscope.analysis.ranks.members import Member

# Collectives that no rank can leave before all have entered.
_TOGETHER = (
    "barrier",
    "allreduce",
    "all_reduce",
    "allgather",
    "all_gather",
    "alltoall",
    "all_to_all",
    "reduce_scatter",
)
# Fewer say too little of a drift.
_LEAST = 8
_ROUNDS, _FAR = 5, 3.0
# From a median of absolute deviations to a standard deviation, of normal noise.
_FROM_MEDIAN = 1.4826


@dataclass(frozen=True)
class Clock:
    """A host's clock, ahead of that of another by `offset_ns` at `at_ns` of the other, and by `drift` more each second.

    drift: seconds a second; 0 where noise could make it. error_ns: how far the collectives' ends are from that line
    (standard deviation). earliest_ns and latest_ns: what may be added to the offset at most, since no rank leaves a
    collective before all have entered it. collectives: how many were looked at.
    """

    host: str
    against: str
    at_ns: int
    offset_ns: int
    drift: float
    error_ns: int
    earliest_ns: int
    latest_ns: int
    collectives: int

    def corrected(self, local_ns: int) -> int:
        """Return the other host's time when this one's clock shows `local_ns`."""
        there = local_ns - self.offset_ns
        return there - round(self.drift * (there - self.at_ns))


@dataclass(frozen=True)
class _End:
    """One collective on two hosts: the first end and the last beginning on each, in the host's own time."""

    end: int
    other_end: int
    begin: int
    other_begin: int


def clocks(groups: Sequence[Group], ranks: Mapping[int, Member]) -> tuple[Clock, ...]:
    """Return the clock of each host but that of the first rank, where enough collectives say how it goes."""
    hosts = {rank: member.host or "" for rank, member in ranks.items()}
    if len(set(hosts.values())) < 2:
        return ()
    first = hosts[min(hosts)]
    meetings = [meeting for group in groups for meeting in group.meetings if _is_together(meeting)]
    found = (
        _clock(host, first, list(_ends(meetings, hosts, host, first)))
        for host in dict.fromkeys(hosts[rank] for rank in sorted(hosts))
        if host != first
    )
    return tuple(clock for clock in found if clock)


def aligned(groups: Iterable[Group], ranks: Mapping[int, Member], found: Sequence[Clock]) -> list[Group]:
    """Return the groups with all times on the clock of the first rank's host."""
    by_host = {clock.host: clock for clock in found}
    by_rank = {rank: by_host[member.host] for rank, member in ranks.items() if member.host in by_host}
    return [
        replace(group, meetings=tuple(_aligned(meeting, by_rank) for meeting in group.meetings))
        for group in groups
    ]


def time_on_first(found: Iterable[Clock], member: Member, local_ns: int) -> int:
    """Return the time of the first rank's host when the clock of this rank's showed `local_ns`."""
    clock = next((clock for clock in found if clock.host == member.host), None)
    return clock.corrected(local_ns) if clock else local_ns


def _aligned(meeting: Meeting, by_rank: Mapping[int, Clock]) -> Meeting:
    parts = {
        rank: _moved(part, by_rank[rank]) if rank in by_rank else part for rank, part in meeting.parts.items()
    }
    return replace(meeting, parts=parts)


def _moved(part: Collective, clock: Clock) -> Collective:
    completed = part.completed_ns
    return replace(
        part,
        begun_ns=clock.corrected(part.begun_ns),
        completed_ns=None if completed is None else clock.corrected(completed),
    )


def _is_together(meeting: Meeting) -> bool:
    parts = list(meeting.parts.values())
    return (
        len(parts) == parts[0].group_size
        and all(part.completed_ns is not None and not part.failed for part in parts)
        and all(part.name.startswith(_TOGETHER) for part in parts)
    )


def _ends(meetings: Iterable[Meeting], hosts: Mapping[int, str], host: str, first: str) -> Iterator[_End]:
    for meeting in meetings:
        here = [part for rank, part in meeting.parts.items() if hosts[rank] == first]
        there = [part for rank, part in meeting.parts.items() if hosts[rank] == host]
        if here and there:
            yield _End(_first_end(here), _first_end(there), _last_begin(here), _last_begin(there))


def _first_end(parts: Iterable[Collective]) -> int:
    return min(part.completed_ns for part in parts if part.completed_ns is not None)


def _last_begin(parts: Iterable[Collective]) -> int:
    return max(part.begun_ns for part in parts)


def _clock(host: str, first: str, ends: Sequence[_End]) -> Clock | None:
    if len(ends) < _LEAST:
        return None
    at = ends[0].end
    # Differences of integers first: a double has no room for nanoseconds since 1970.
    base = ends[0].other_end - ends[0].end
    times = np.array([end.end - at for end in ends], dtype=float)
    apart = np.array([end.other_end - end.end - base for end in ends], dtype=float)
    offset, drift, error = _line(times, apart)
    clock = Clock(host, first, at, base + round(offset), drift, round(error), 0, 0, len(ends))
    earliest, latest = _bounds(clock, ends)
    moved = max(earliest, 0) + min(latest, 0) if earliest <= latest else 0
    return replace(
        clock, offset_ns=clock.offset_ns + moved, earliest_ns=earliest - moved, latest_ns=latest - moved
    )


def _line(times: np.ndarray, apart: np.ndarray) -> tuple[float, float, float]:
    """Return offset, drift and the spread around them."""
    kept = np.ones(len(times), bool)
    for _ in range(_ROUNDS):
        middle = times[kept].mean()
        spans = times[kept] - middle
        square = float(spans @ spans)
        drift = float(spans @ apart[kept]) / square if square else 0.0
        # The noise of a short run has a slope of its own.
        rest = apart[kept] - apart[kept].mean() - drift * spans
        if abs(drift) * np.sqrt(square) <= _FAR * rest.std():
            drift = 0.0
        offset = float(apart[kept].mean()) - drift * float(middle)
        away = np.abs(apart - offset - drift * times)
        error = _FROM_MEDIAN * float(np.median(away[kept]))
        near = away <= max(_FAR * error, 1.0)
        if near.sum() < _LEAST or (near == kept).all():
            break
        kept = near
    return offset, drift, error


def _bounds(clock: Clock, ends: Iterable[_End]) -> tuple[int, int]:
    """Return what may be added to the offset: no rank ends before one on the other host has begun."""
    pairs = [(end, clock.corrected(end.other_begin), clock.corrected(end.other_end)) for end in ends]
    return (
        max(begin - end.end for end, begin, _ in pairs),
        min(other_end - end.begin for end, _, other_end in pairs),
    )
