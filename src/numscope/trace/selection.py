"""Which processes of a trace a question is about: by rank, by number, by host."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from numscope.errors import UsageError

if TYPE_CHECKING:
    # Every command is parsed with this; what reads traces is heavy.
    from numscope.trace.reader import Trace


@dataclass(frozen=True)
class Selection:
    """What the user asked for. An empty part asks for nothing; of several, a process must fit all."""

    ranks: frozenset[int] = frozenset()
    processes: frozenset[int] = frozenset()
    hosts: frozenset[str] = frozenset()

    def __bool__(self) -> bool:
        """Return whether anything is left out."""
        return bool(self.ranks or self.processes or self.hosts)

    def apply(self, trace: Trace) -> None:
        """Have `trace` answer as if only these processes had been recorded.

        Raises UsageError if one of the ranks, numbers or hosts is not there, or if no process fits all.
        """
        if not self:
            return
        rows = trace.sql("select distinct first_segment id, rank, host from processes").to_pylist()
        for part, column in ((self.ranks, "rank"), (self.processes, "id"), (self.hosts, "host")):
            known = {row[column] for row in rows} - {None}
            if absent := set(part) - known:
                raise UsageError(_absent(column, absent, known))
        fitting = {row["id"] for row in rows if self._fits(row["id"], row["rank"], row["host"])}
        if not fitting:
            raise UsageError("no process fits all of --rank, --process and --host.")
        trace.select(fitting)

    def _fits(self, process: int, rank: int | None, host: str | None) -> bool:
        return (
            (not self.ranks or rank in self.ranks)
            and (not self.processes or process in self.processes)
            and (not self.hosts or host in self.hosts)
        )


def _absent(column: str, absent: Iterable[object], known: set[object]) -> str:
    what = {"rank": "rank", "id": "process", "host": "host"}[column]
    there = ", ".join(str(one) for one in sorted(known, key=lambda one: (isinstance(one, str), one)))
    have = f"it has {there}" if known else f"its processes have no {what}"
    return f"the trace has no {what} {min(map(str, absent))}: {have}."
