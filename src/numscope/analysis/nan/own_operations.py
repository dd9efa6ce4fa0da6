"""Operations that the program itself called, in the process of another one, before it and behind it."""

from __future__ import annotations

from collections.abc import Collection

from numscope.trace import Operation, Trace

_OWN = "process = ? and depth = 0 and not coalesce(in_library, false)"


def own_before(trace: Trace, operation: Operation, names: Collection[str], most: int) -> list[Operation]:
    """Return the last `most` operations with these names before another, in the order of time."""
    query = f"""select id from operations where id < ? and {_OWN} and name in (select unnest(?::varchar[]))
        order by id desc limit {most}"""
    return _fetched(trace, query, [operation.id, operation.process, sorted(names)])[::-1]


def own_behind(
    trace: Trace, operation: Operation, names: Collection[str], pattern: str, most: int
) -> list[Operation]:
    """Return the first `most` operations behind another with one of these names, or with one that fits `pattern`."""
    query = f"""select id from operations where id > ? and {_OWN}
        and (name in (select unnest(?::varchar[])) or regexp_matches(name, ?)) order by id limit {most}"""
    return _fetched(trace, query, [operation.id, operation.process, sorted(names), pattern])


def _fetched(trace: Trace, query: str, asked: list[object]) -> list[Operation]:
    return trace.operations.fetch(trace.ask(query, asked)["id"].to_pylist())
