"""Which processes of a trace a question is about: by rank, by number, by host; and which tasks."""

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
    """What the user asked for. An empty part asks for nothing; of several, a process must fit all.

    tasks: keys of tasks, or patterns of them.
    """

    ranks: frozenset[int] = frozenset()
    processes: frozenset[int] = frozenset()
    hosts: frozenset[str] = frozenset()
    tasks: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        """Return whether anything is left out."""
        return bool(self.ranks or self.processes or self.hosts or self.tasks)

    def apply(self, trace: Trace) -> None:
        """Have `trace` answer as if only these processes, and these tasks in them, had been recorded.

        Raises UsageError if one of the ranks, numbers or hosts is not there, or if no process or no task fits.
        """
        if self.ranks or self.processes or self.hosts:
            self._apply_to_processes(trace)
        if not self.tasks:
            return
        known = trace.ask("select distinct key from operations_in_tasks order by key limit 4")[
            "key"
        ].to_pylist()
        if not trace.select_tasks(self.tasks):
            have = f"it has {', '.join(known)} ..." if known else "it has no keys of tasks"
            raise UsageError(f"the trace has no task {', '.join(self.tasks)}: {have}.")

    def _apply_to_processes(self, trace: Trace) -> None:
        rows = trace.ask("select distinct first_segment id, rank, host from processes").to_pylist()
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
