"""The collectives of a run, matched over its ranks by group and number."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from numscope.analysis.ranks.members import Member
from numscope.trace import Trace

# Of these each rank gives another shape, or only the root gives anything.
_UNLIKE = ("alltoall", "scatter", "gather_", "all_to_all")


@dataclass(frozen=True)
class Collective:
    """One rank's part in a collective. number: its place among those of the group, from 1.

    operand: dtype and shape of the first array; "" where ranks may give different ones. completed_ns: None: its
    completion was not seen. failed: it raised.
    """

    rank: int
    operation: int
    name: str
    group: str
    number: int
    group_size: int
    group_rank: int
    reduction: str | None
    operand: str
    begun_ns: int
    completed_ns: int | None
    failed: bool
    file: str | None
    line: int | None

    @property
    def signature(self) -> tuple[str, str | None, str]:
        """What all ranks must agree on."""
        return self.name, self.reduction, self.operand

    @property
    def place(self) -> str | None:
        """File and line of the user's call."""
        return f"{self.file}:{self.line}" if self.file else None


@dataclass(frozen=True)
class Meeting:
    """One collective of all its ranks. parts: by rank, of those that began it."""

    group: str
    number: int
    parts: Mapping[int, Collective]

    @property
    def begun_ns(self) -> int:
        """When the first rank began it."""
        return min(part.begun_ns for part in self.parts.values())


@dataclass(frozen=True)
class Group:
    """A group of ranks and its collectives in order. ranks: those that were seen in it; size: how many it has."""

    name: str
    size: int
    ranks: tuple[int, ...]
    meetings: tuple[Meeting, ...]


def groups(trace: Trace, ranks: Mapping[int, Member]) -> list[Group]:
    """Return the groups of processes that ran collectives, the largest first."""
    by_process = {member.process: member.rank for member in ranks.values()}
    found: dict[str, dict[int, dict[int, Collective]]] = {}
    for part in _parts(trace, by_process):
        found.setdefault(part.group, {}).setdefault(part.number, {})[part.rank] = part
    return sorted(
        (_group(name, numbers) for name, numbers in found.items()), key=lambda group: -len(group.ranks)
    )


def _group(name: str, numbers: dict[int, dict[int, Collective]]) -> Group:
    parts = [part for by_rank in numbers.values() for part in by_rank.values()]
    meetings = tuple(Meeting(name, number, numbers[number]) for number in sorted(numbers))
    ranks = tuple(sorted({part.rank for part in parts}))
    return Group(name, max(part.group_size for part in parts), ranks, meetings)


def _parts(trace: Trace, by_process: Mapping[int, int]) -> Iterator[Collective]:
    columns = (
        "operation, process, name, number, group_size, group_rank, reduction, operand, begun_ns, completed_ns"
    )
    rows = trace.ask(f'select {columns}, "group", failed, file, line from collectives order by begun_ns')
    for row in rows.to_pylist():
        rank = by_process.get(row.pop("process"))
        if rank is None:
            continue
        name = row["name"].rpartition("::")[2]
        operand = "" if any(word in name for word in _UNLIKE) else row.pop("operand") or ""
        row = {**row, "name": name.strip("_"), "operand": operand}
        yield Collective(rank=rank, **row)
