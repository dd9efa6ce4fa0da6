"""Calls of the user's lines with what went in and came out, whether a probe recorded them or only what ran inside."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from numscope.analysis.concepts.user_calls import UserCall, flowed
from numscope.operations.traits import Trait
from numscope.trace import Operand, Operation, Trace
from numscope.trace.running_tasks import Task


@dataclass(frozen=True)
class Listed:
    """One row: an operation, or a call into a library. operation: itself, or None of a library's call.

    inputs, results: arrays that went in and came out; of a library's call, and of an operation on objects that hold
    arrays (a Series), these are found among the operations inside. inner: the one name of those, if they share it.
    opaque: it works on such objects. rank: of its process, in a trace with several ranks. task: of a scheduler, in
    which it ran.
    """

    call: UserCall
    operation: Operation | None
    inputs: tuple[Operand, ...]
    results: tuple[Operand, ...]
    inner: str | None = None
    opaque: bool = False
    rank: int | None = None
    task: Task | None = None


def listed(trace: Trace, calls: Sequence[UserCall]) -> tuple[Listed, ...]:
    """Return calls with what went in and came out."""
    visible = trace.operations.fetch([call.operation for call in calls if call.visible])
    operations = {operation.id: operation for operation in visible}
    opaque = _opaque(trace, list(operations))
    ranks, tasks = trace.ranks, trace.running_tasks
    rows = (_listed(trace, call, operations.get(call.operation), call.operation in opaque) for call in calls)
    return tuple(
        replace(
            row,
            rank=ranks.get(row.call.process),
            task=tasks.at(row.call.process, row.call.thread, row.call.operation),
        )
        for row in rows
    )


def _listed(trace: Trace, call: UserCall, operation: Operation | None, opaque: bool) -> Listed:
    if operation is not None and (not opaque or operation.traits & Trait.STANDS):
        return Listed(call, operation, operation.inputs, operation.outputs, None, opaque)
    inside = flowed(trace, call)
    results = tuple(operand for operand in operation.outputs if operand.is_array()) if operation else ()
    return Listed(
        call, operation, inside.inputs, results or inside.results, None if operation else inside.name, opaque
    )


def _opaque(trace: Trace, ids: list[int]) -> frozenset[int]:
    """Return which operations work on objects of other libraries, whose arrays only the operations inside show."""
    rows = trace.ask(
        "select operation from opaque_operations where operation in (select unnest(?::bigint[]))", [ids]
    )
    return frozenset(rows["operation"].to_pylist())
