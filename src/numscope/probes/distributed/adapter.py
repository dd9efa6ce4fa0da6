"""Everything private of `distributed` that the probe touches.

| part | 2022.8 to 2026.8 | without it |
|---|---|---|
| `worker.set_thread_state`, called in a worker's thread right before each task with its `key` | yes | no keys |
| `execution_state["worker"].state.tasks[key].dependencies` there | yes | not what a task needs |
| `client.Client._graph_to_futures` gives a dict by keys | yes | nobody asked |
| `kwds` of what a function of `contextlib.contextmanager` gives (CPython 3.10 to 3.14) | yes | no keys |
"""

from __future__ import annotations

import sys
from types import FunctionType
from typing import Any

OLDEST = "2022.8"
TRIED = ("2026.8",)
_PART = "distributed.worker.set_thread_state"
_ASKER = "distributed.client.Client._graph_to_futures"


def task_beginner() -> FunctionType | None:
    """Return the function that a worker's thread calls right before each task; None: it is not there."""
    found = getattr(sys.modules.get("distributed.worker"), "set_thread_state", None)
    return found if isinstance(found, FunctionType) else None


def key_of(state: Any) -> str | None:
    """Return the key of the task that begins, from what that function gave; a tuple as Python writes it."""
    key = getattr(state, "kwds", {}).get("key")
    return None if key is None else str(key)


def needs_of(state: Any) -> list[str]:
    """Return the keys of the tasks whose results the task that begins is given."""
    given = getattr(state, "kwds", {})
    worker = (given.get("execution_state") or {}).get("worker")
    if worker is None:
        return []
    task = worker.state.tasks.get(given.get("key"))
    # Copied at once: the worker's own thread may change it.
    return [str(one.key) for one in list(task.dependencies)] if task else []


def task_asker() -> FunctionType | None:
    """Return the method of a client that asks the scheduler for tasks; None: it is not there."""
    client = getattr(sys.modules.get("distributed.client"), "Client", None)
    found = vars(client).get("_graph_to_futures") if client else None
    return found if isinstance(found, FunctionType) else None


def missing() -> list[str]:
    """Return the private parts that are not where they are expected."""
    beginner = task_beginner()
    if beginner is None:
        return [_PART]
    absent = [] if task_asker() else [_ASKER]
    return absent if key_of(beginner(key="x")) == "x" else [*absent, f"{_PART}().kwds"]
