"""What a compiled function calls: its lines are recorded while it is compiled, in its first call alone."""

from __future__ import annotations

from numscope.trace import Operation, Trace

_MOST = 2000


def first_call(trace: Trace, operation: Operation) -> Operation:
    """Return the first call of a compiled function: later ones run what was compiled then, and show no lines."""
    asked = "select min(id) as first from operations where name = ? and process = ? and thread = ?"
    first = trace.ask(asked, [operation.name, operation.process, operation.thread])["first"].to_pylist()
    return trace.operations[int(first[0])]


def calls_inside(trace: Trace, operation: Operation, of_libraries: bool = False) -> list[Operation]:
    """Return the calls of the program's own lines inside an operation; of_libraries: those of others, too."""
    ids = trace.ask(
        """
        select id from operations
        where process = ? and thread = ? and id > ? and (? or not coalesce(in_library, false))
            and id < coalesce(
                (select min(id) from operations where process = ? and thread = ? and id > ? and depth = 0),
                1::bigint << 62)
        order by id limit ?
        """,
        [
            *(operation.process, operation.thread, operation.id, of_libraries),
            *(operation.process, operation.thread, operation.id, _MOST),
        ],
    )["id"].to_pylist()
    return list(trace.operations.fetch(ids))
