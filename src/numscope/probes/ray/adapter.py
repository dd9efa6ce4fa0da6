"""Everything private of Ray that the probe touches.

| part | 2.9 to 2.60 | without it |
|---|---|---|
| `_private.worker._changeproctitle`, called right before each task in its thread | yes | no keys |
| `RemoteFunction._remote`, `ActorMethod._remote` give what `.remote()` gives | yes | nobody asked |
| `ActorClass._remote` gives a handle with `_actor_id` | yes | nobody asked for the actor |
| ids of tasks that begin an actor: 16 times f, and the actor's id | yes | the same |
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from types import FunctionType
from typing import Any

OLDEST = "2.9"
TRIED = ("2.60",)
BEGINS = "ray._private.worker._changeproctitle"
ASKS = (
    "ray.remote_function.RemoteFunction._remote",
    "ray.actor.ActorMethod._remote",
    "ray.actor.ActorClass._remote",
)
_BEGINS_ACTOR = "f" * 16


def function_at(path: str) -> FunctionType | None:
    """Return the function of this name in a module of Ray that is imported; None: it is not there."""
    parts = path.split(".")
    for at in range(len(parts), 0, -1):
        found: Any = sys.modules.get(".".join(parts[:at]))
        if found is not None:
            for part in parts[at:]:
                found = vars(found).get(part)
                if found is None:
                    return None
            return found if isinstance(found, FunctionType) else None
    return None


def running() -> tuple[str, str] | None:
    """Return name and id of the task that this thread computes; None in the driver."""
    context = sys.modules["ray"].get_runtime_context()
    task = context.get_task_id()
    return (context.get_task_name() or "", task) if task else None


def asked_for(given: Any) -> Iterator[str]:
    """Give the ids of the tasks that a call of `.remote()` asked for, from what it gave."""
    actor = getattr(given, "_actor_id", None)
    if actor is not None:
        yield _BEGINS_ACTOR + actor.hex()
        return
    references = given if isinstance(given, list) else [given]
    ids = (one.task_id().hex() for one in references if hasattr(one, "task_id"))
    yield from dict.fromkeys(ids)  # several results are of one task


def missing() -> list[str]:
    """Return the private parts that are not where they are expected."""
    return [path for path in (BEGINS, *ASKS) if function_at(path) is None]
