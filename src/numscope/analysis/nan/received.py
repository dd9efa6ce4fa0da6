"""NaN that came from another process, by a collective that both took part in."""

from __future__ import annotations

from collections.abc import Iterable

from numscope.trace import Operation, Trace

_RECEIVED = """
    select distinct mine.operation from collectives mine join collectives other
        on mine."group" = other."group" and mine.number = other.number and mine.group_size = other.group_size
    where mine.operation in (select unnest(?::bigint[])) and mine.process <> other.process
        and other.operation in (select operation from nonfinite_operands where not "after")
"""


def received(trace: Trace, operations: Iterable[Operation]) -> set[int]:
    """Return those of `operations` that are collectives to which another process gave NaN or infinities."""
    collectives = [operation.id for operation in operations if "collective" in operation.attributes]
    return set(trace.ask(_RECEIVED, [collectives])["operation"].to_pylist()) if collectives else set()
