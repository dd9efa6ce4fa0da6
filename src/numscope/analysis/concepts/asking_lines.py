"""Which operation asked for the task of a scheduler that an operation ran in: its parent, in another process."""

from __future__ import annotations

from numscope.trace import Operation, Trace


def asker(trace: Trace, operation: Operation) -> Operation | None:
    """Return the operation that asked for the task of `operation`; None: it ran in no task, or that is not recorded."""
    task = operation.task
    if task is None or task.asked_by is None:
        return None
    found = trace.operations.fetch([task.asked_by])
    return found[0] if found else None
