"""One operation with what it ran inside of and what ran inside it."""

from __future__ import annotations

from dataclasses import dataclass

from numscope.analysis.concepts.asking_lines import asker
from numscope.errors import UsageError
from numscope.trace import Operation, Trace


@dataclass(frozen=True)
class Surroundings:
    """An operation, its parent, its first children, and how many children there are.

    asker: the operation that asked for the task of a scheduler in which it ran, if that is recorded.
    """

    operation: Operation
    parent: Operation | None
    children: tuple[Operation, ...]
    child_count: int
    asker: Operation | None = None


def surroundings(trace: Trace, number: int, limit: int) -> Surroundings:
    """Operation `number` with its parent and its first `limit` children. Raises UsageError if there is none."""
    try:
        operation = trace[number]
    except IndexError as error:
        raise UsageError(str(error)) from None
    parents = [] if operation.parent is None else trace.operations.fetch([operation.parent])
    found = trace.ask(
        "select id, count(*) over () n from recorded_operations where parent = ? order by id limit ?",
        [operation.id, max(1, limit)],
    )
    ids = found["id"].to_pylist()[:limit]
    total = found["n"][0].as_py() if found.num_rows else 0
    return Surroundings(
        operation,
        parents[0] if parents else None,
        tuple(trace.operations.fetch(ids)),
        total,
        asker(trace, operation),
    )
