"""Which task of a scheduler each operation ran in, without a query for each operation."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Task:
    """A task of a scheduler, such as Dask's or Ray's.

    begin: id of the operation that says that it began. asked_by: id of the operation that asked for it, in the driver
    or in another task; None: not recorded.
    """

    key: str
    begin: int
    asked_by: int | None


class RunningTasks:
    """All tasks of a trace, given as rows with `process`, `thread`, `task`, `key`, `asked_by`.

    A worker's thread computes one task after the other: an operation belongs to the last one that began before it.
    """

    def __init__(self, rows: Iterable[Mapping[str, Any]]) -> None:
        self._of_thread: dict[tuple[int, int], list[Task]] = {}
        for row in sorted(rows, key=lambda row: int(row["task"])):
            task = Task(row["key"], row["task"], row["asked_by"])
            self._of_thread.setdefault((row["process"], row["thread"]), []).append(task)

    def at(self, process: int, thread: int, operation: int) -> Task | None:
        """Return the task that this thread of the process computed when it ran `operation`; None: no task."""
        tasks = self._of_thread.get((process, thread))
        number = bisect_right(tasks, operation, key=lambda task: task.begin) if tasks else 0
        return tasks[number - 1] if tasks and number else None
