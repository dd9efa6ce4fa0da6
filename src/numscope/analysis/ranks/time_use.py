"""What each rank did with its time: computing, waiting for others, communicating, and the rest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from numscope.analysis.ranks.collectives import Group
from numscope.analysis.ranks.members import Member
from numscope.trace import Trace

_COMPUTED = """
select process, min(time_ns) as first, max(time_ns + coalesce(duration_ns, 0)) as last,
    coalesce(sum(duration_ns) filter (depth = 0 and id not in (select operation from collectives)), 0)::bigint computed
from operations group by process
"""


@dataclass(frozen=True)
class TimeUse:
    """Nanoseconds of one rank, from its first operation to its last.

    computing: in recorded operations that no other contains. waiting: between its beginning of a collective and the
    last rank's. communicating: from then until the collective has completed. Collectives that go on beside
    computations count in both. idle: in none of them: Python, input, what is not recorded.
    """

    rank: int
    whole: int
    computing: int
    waiting: int
    communicating: int
    idle: int


def time_use(trace: Trace, ranks: Mapping[int, Member], groups: Sequence[Group]) -> list[TimeUse]:
    """Return what each rank did with its time, by rank."""
    rows = {row["process"]: row for row in trace.ask(_COMPUTED).to_pylist()}
    waited, moved = _collective_times(groups)
    found = []
    for rank, member in sorted(ranks.items()):
        row = rows.get(member.process)
        if row is None:
            continue
        whole = row["last"] - row["first"]
        waiting, moving = _length(waited.get(rank, [])), _length(moved.get(rank, []))
        idle = max(0, whole - row["computed"] - waiting - moving)
        found.append(TimeUse(rank, whole, row["computed"], waiting, moving, idle))
    return found


_Spans = dict[int, list[tuple[int, int]]]


def _collective_times(groups: Sequence[Group]) -> tuple[_Spans, _Spans]:
    waited: _Spans = {}
    moved: _Spans = {}
    for group in groups:
        for meeting in group.meetings:
            last = max(part.begun_ns for part in meeting.parts.values())
            for rank, part in meeting.parts.items():
                end = part.completed_ns
                if end is None or part.failed:
                    continue
                waited.setdefault(rank, []).append((part.begun_ns, min(last, end)))
                moved.setdefault(rank, []).append((min(last, end), end))
    return waited, moved


def _length(spans: list[tuple[int, int]]) -> int:
    """Return how long the spans are together, where they overlap once."""
    length = reached = 0
    for begin, end in sorted(spans):
        length += max(0, end - max(begin, reached))
        reached = max(reached, end)
    return length
