"""Operations inside a library's call of a function of the program: `table.pipe(fill)`, `solve_ivp(motion, ...)`.

The outermost operation stands for all of it, and its line says nothing of what the function does.
"""

from __future__ import annotations

from numscope.trace import Operation, Trace
from numscope.trace.operation import AFTER

_DEEPEST = 6
# All operations of this one that other lines of the program called, in the order of time.
_INSIDE = """
    with recursive below(id) as (
        select id from operations where parent = ?
        union all select operations.id from operations join below on parent = below.id
    )
    select id from operations semi join below using (id)
    where not in_library and (user_file, user_line) <> (?, ?) order by id limit 20000
"""
_KNOWN = "select 1 from operand_contents where hash_high = ? and hash_low = ? limit 1"
_MOST_LOOKED_AT = 400


def innermost(parted: Operation, run: Trace, other: Trace) -> Operation:
    """Return the first operation of the program's own inside `parted` that made a value which the other run lacks.

    `parted` itself if none did.
    """
    for _ in range(_DEEPEST):
        inner = _first_new(parted, run, other)
        if inner is None:
            break
        parted = inner
    return parted


def _first_new(parted: Operation, run: Trace, other: Trace) -> Operation | None:
    site = parted.user_site or parted.site
    if site is None:
        return None
    inside = run.sql(_INSIDE, [parted.id, site.file, site.line])["id"].to_pylist()
    for operation in run.operations.fetch(inside[:_MOST_LOOKED_AT]):
        made = [one for one in operation.operands if one.role in AFTER and one.hash is not None]
        if any(not _knows(other, one.hash) for one in made if one.hash is not None):
            return operation
    return None


def _knows(other: Trace, content: str) -> bool:
    return bool(other.sql(_KNOWN, [int(content[:16], 16), int(content[16:], 16)]).num_rows)
