"""Everything private of `distributed` that the probe touches.

| part | 2022.8 to 2026.8 | without it |
|---|---|---|
| `worker.set_thread_state`, called in a worker's thread right before each task with its `key` | yes | no keys |
| `kwds` of what a function of `contextlib.contextmanager` gives (CPython 3.10 to 3.14) | yes | no keys |
"""

from __future__ import annotations

import sys
from types import FunctionType
from typing import Any

OLDEST = "2022.8"
TRIED = ("2026.8",)
_PART = "distributed.worker.set_thread_state"


def task_beginner() -> FunctionType | None:
    """Return the function that a worker's thread calls right before each task; None: it is not there."""
    found = getattr(sys.modules.get("distributed.worker"), "set_thread_state", None)
    return found if isinstance(found, FunctionType) else None


def key_of(state: Any) -> str | None:
    """Return the key of the task that begins, from what that function gave; a tuple as Python writes it."""
    key = getattr(state, "kwds", {}).get("key")
    return None if key is None else str(key)


def missing() -> list[str]:
    """Return the private parts that are not where they are expected."""
    beginner = task_beginner()
    if beginner is None:
        return [_PART]
    return [] if key_of(beginner(key="x")) == "x" else [f"{_PART}().kwds"]
