"""`numscope ranks`: all that is asked of several ranks at once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from numscope.analysis.ranks.clocks import Clock, aligned, clocks
from numscope.analysis.ranks.collectives import Group, groups
from numscope.analysis.ranks.finding import Finding
from numscope.analysis.ranks.first_nan import first_nan
from numscope.analysis.ranks.members import Member, members
from numscope.analysis.ranks.mismatches import mismatches
from numscope.analysis.ranks.replicas import replicas
from numscope.analysis.ranks.stragglers import Late, lateness, stragglers
from numscope.analysis.ranks.time_use import TimeUse, time_use
from numscope.errors import UsageError
from numscope.trace import Trace


@dataclass(frozen=True)
class GroupSummary:
    """A group of ranks. collectives: how many they ran; late: by rank, the latest first."""

    name: str
    size: int
    ranks: tuple[int, ...]
    collectives: int
    late: tuple[Late, ...]


@dataclass(frozen=True)
class RanksReport:
    """Findings, the gravest first; what each rank did with its time; the groups. missing: ranks without a process.

    clocks: how the hosts' clocks differ from the first rank's host's. unaligned: hosts of which that is not known,
    whose times are compared as they are.
    """

    findings: tuple[Finding, ...]
    ranks: tuple[Member, ...]
    missing: tuple[int, ...]
    times: tuple[TimeUse, ...]
    groups: tuple[GroupSummary, ...]
    clocks: tuple[Clock, ...] = ()
    unaligned: tuple[str, ...] = ()


def ranks_report(trace: Trace) -> RanksReport:
    """Compare the ranks of `trace`. Raises UsageError if it has none."""
    found = members(trace)
    if not found:
        raise UsageError(
            f"{trace.path} has no ranks: it was not started by a launcher that numbers its processes, and no "
            "process joined a group."
        )
    hosts_clocks, together, lates = _met(trace, found)
    findings = (
        *mismatches(together, found),
        *first_nan(trace, found, together, hosts_clocks),
        *replicas(trace, found),
        *stragglers(together, lates),
    )
    world = max((member.world_size or 0 for member in found.values()), default=0)
    return RanksReport(
        findings,
        tuple(found[rank] for rank in sorted(found)),
        tuple(rank for rank in range(world) if rank not in found),
        tuple(time_use(trace, found, together)),
        tuple(_summary(group, late) for group, late in zip(together, lates, strict=True)),
        hosts_clocks,
        _unaligned(found, hosts_clocks),
    )


def _unaligned(ranks: dict[int, Member], found: tuple[Clock, ...]) -> tuple[str, ...]:
    hosts = dict.fromkeys(ranks[rank].host or "" for rank in sorted(ranks))
    return tuple(host for host in list(hosts)[1:] if host not in {clock.host for clock in found})


def of_collectives(trace: Trace, ranks: dict[int, Member]) -> Iterator[Finding]:
    """Yield what the collectives alone show: those that do not match, and ranks for which the others wait."""
    _, together, lates = _met(trace, ranks)
    yield from mismatches(together, ranks)
    yield from stragglers(together, lates)


def _met(
    trace: Trace, ranks: dict[int, Member]
) -> tuple[tuple[Clock, ...], list[Group], list[tuple[Late, ...]]]:
    """Return the hosts' clocks, the collectives on one clock, and who was late, by group."""
    as_shown = groups(trace, ranks)
    found = clocks(as_shown, ranks)
    together = aligned(as_shown, ranks, found)
    error = max((clock.error_ns for clock in found), default=0)
    return found, together, [tuple(lateness(group, error)) for group in together]


def _summary(group: Group, late: tuple[Late, ...]) -> GroupSummary:
    return GroupSummary(group.name, group.size, group.ranks, len(group.meetings), late)
