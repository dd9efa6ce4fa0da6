"""A changed statement that gives known values, and in another turn of the loop than its old wording did.

`past = table[table["year"].le(year)]` gives for one year what the first program gave for the next: no value is new.
"""

from __future__ import annotations

from collections.abc import Iterator

from numscope.analysis.diff.inner_calls import known_contents
from numscope.analysis.diff.program_change import ProgramChange, SourceChange
from numscope.analysis.diff.statements import Statement
from numscope.operations.traits import Trait
from numscope.trace import Operation, Trace
from numscope.trace.operation import AFTER

_MOST_LOOKED_AT = 1000
_AT_LINES = """
    select id from operations where user_file = ? and user_line between ? and ? and depth = 0 and id < ?
    order by id limit ?
"""


def other_turn(program: ProgramChange, parted: Operation, first: Trace, second: Trace) -> SourceChange | None:
    """Return the first changed statement that was given the same as before, and gave what belongs to another turn.

    parted: where values part. None if no statement before it did.
    """
    found = [
        (moved.id, change)
        for change in program.changes
        if change.first is not None and change.second is not None
        if (moved := _first_moved(change.first, change.second, parted, (first, second))) is not None
    ]
    return min(found, key=lambda one: one[0])[1] if found else None


def _first_moved(
    old: Statement, new: Statement, parted: Operation, traces: tuple[Trace, Trace]
) -> Operation | None:
    """Return the first operation of a statement that is given the same as before and makes what belongs elsewhere."""
    first, second = traces
    after = _operations(second, new, parted.id)
    before = _operations(first, old, None)[: len(after)]
    if len(before) < len(after) or any(one.traits & Trait.DRAWS for one in after):
        return None
    for one, other in zip(before, after, strict=True):
        made = set(_values(other, True))
        if _values(one, False) == _values(other, False) and made and made.isdisjoint(_values(one, True)):
            return other if not made - known_contents(first, made) else None
    return None


def _operations(trace: Trace, statement: Statement, before: int | None) -> list[Operation]:
    where = [statement.file, statement.line, statement.last, before or 1 << 62, _MOST_LOOKED_AT]
    return trace.operations.fetch(trace.ask(_AT_LINES, where)["id"].to_pylist())


def _values(operation: Operation, after: bool) -> list[str]:
    """Return what an operation read, or made: arrays, and single numbers."""
    return list(_told(operation, after))


def _told(operation: Operation, after: bool) -> Iterator[str]:
    for one in operation.operands:
        if (one.role in AFTER) != after or one.role == "attribute":
            continue
        if one.hash is not None and (one.shape or not after):
            yield one.hash
        elif not after and not one.is_array() and one.kind != "object":
            yield repr(one.literal)
