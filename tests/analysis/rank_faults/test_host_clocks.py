"""Clocks of hosts that go apart: offset and drift are found from the collectives, and taken into account.

Truth: times of one clock, shown by clocks of a known offset and drift. `test_rank_faults.py` does so
with recorded ranks.
"""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from numscope.analysis.ranks.clocks import aligned, clocks
from numscope.analysis.ranks.collectives import Collective, Group, Meeting
from numscope.analysis.ranks.members import Member

NS = 1_000_000_000


def _members(hosts: list[str]) -> dict[int, Member]:
    return {rank: Member(rank, rank, len(hosts), host, None, 1, True) for rank, host in enumerate(hosts)}


def _part(
    rank: int, number: int, size: int, begun: int, completed: int, name: str = "allreduce"
) -> Collective:
    return Collective(
        rank, number, name, "0", number, size, rank, "sum", "", begun, completed, False, None, None
    )


def _shown(true_ns: int, start: int, offset: int, drift: float) -> int:
    return true_ns + offset + round(drift * (true_ns - start))


def _run(
    hosts: list[str], apart: dict[str, tuple[int, float]], seed: int, name: str = "allreduce"
) -> tuple[Group, Group]:
    """A group's collectives as the hosts' clocks showed them, and as they were."""
    draw = random.Random(seed)
    start = now = 1_795_617_155_119_017_786
    shown, true = [], []
    for number in range(1, 101):
        now += draw.randint(1_000_000, 200_000_000)
        begun = {rank: now + draw.randint(0, 30_000_000) for rank in range(len(hosts))}
        last = max(begun.values())
        parts, truth = {}, {}
        for rank, host in enumerate(hosts):
            # Some ends are noticed late: a rank was not scheduled.
            end = last + draw.randint(20_000, 120_000) + (draw.random() < 0.1) * draw.randint(0, 50_000_000)
            clock = (start, *apart.get(host, (0, 0.0)))
            truth[rank] = _part(rank, number, len(hosts), begun[rank], end, name)
            parts[rank] = _part(
                rank, number, len(hosts), _shown(begun[rank], *clock), _shown(end, *clock), name
            )
        shown.append(Meeting("0", number, parts))
        true.append(Meeting("0", number, truth))
    ranks = tuple(range(len(hosts)))
    return Group("0", len(hosts), ranks, tuple(shown)), Group("0", len(hosts), ranks, tuple(true))


@settings(max_examples=30, deadline=None)
@given(
    offset=st.integers(-3600 * NS, 3600 * NS),
    drift=st.floats(-2e-4, 2e-4),
    other=st.integers(-NS, NS),
    seed=st.integers(0, 10**6),
)
def test_times_are_those_of_one_clock_again(offset: int, drift: float, other: int, seed: int) -> None:
    hosts = ["a", "a", "b", "b", "c"]
    shown, true = _run(hosts, {"b": (offset, drift), "c": (other, 0.0)}, seed)
    members = _members(hosts)
    found = clocks([shown], members)
    assert [clock.host for clock in found] == ["b", "c"]
    assert all(clock.error_ns < 150_000 for clock in found)
    [again] = aligned([shown], members, found)
    for got, expected in zip(again.meetings, true.meetings, strict=True):
        for rank, part in expected.parts.items():
            assert abs(got.parts[rank].begun_ns - part.begun_ns) < 150_000
        for host in "bc":  # no rank leaves before one of the other host has entered
            both = [part for rank, part in got.parts.items() if hosts[rank] in ("a", host)]
            assert max(part.begun_ns for part in both) <= min(part.completed_ns or 0 for part in both) + 2


def test_one_host_and_collectives_that_end_apart_say_nothing() -> None:
    one, _ = _run(["a", "a"], {}, 1)
    assert clocks([one], _members(["a", "a"])) == ()
    two, _ = _run(["a", "b"], {"b": (NS, 0.0)}, 1, name="broadcast")
    assert clocks([two], _members(["a", "b"])) == ()
