"""Parts of an array that the first program writes anew, where the second goes on with the array as it was before.

A boundary of a grid: `new[-1] = T[-1] + flux` after the inner cells, for which the second keeps the cell as it was. The
line that says so may write into another array (`change[-1] = 0.0`).
"""

from __future__ import annotations

from numscope.analysis.diff.divergence import Divergence
from numscope.analysis.diff.inner_calls import known_contents
from numscope.analysis.diff.program_change import SourceChange
from numscope.operations.traits import Trait, allocates, has_sql
from numscope.trace import Operand, Operation, Trace

_MOST_OF_A_LINE = 20
_WRITES = f"""
    select id from operations where {has_sql("traits", Trait.ASSIGNS)} and {has_sql("traits", Trait.WRITES_PART)}
        and depth = 0 and id >= ? and user_file = ? and user_line = ? order by id limit {_MOST_OF_A_LINE}
"""
_LEFT_AT = """
    select id from operations join operand_layouts on operation = id
    where address = ? and role in ('output', 'mutated') and id < ? and depth = 0 order by id desc limit 1
"""
_NAMED = "select id from operations where name = ? and depth = 0 order by id limit ?"
_MOST_LOOKED_AT = 2000


def lost_write(found: Divergence, first: Trace, second: Trace) -> SourceChange | None:
    """Return the line of the second program that writes a part for which the first has other numbers, or the lost line.

    None unless the values of the first begin at a line that writes this part of an array, and the second has the array
    as it was before, writes nothing there, and has it nowhere as it was afterwards.
    """
    write = _write(found, first)
    if write is None or write.user_site is None:
        return None
    array = _written(write)
    left = next((one.hash for one in write.operands if one.role == "mutated"), None)
    if array is None or array.hash is None or left is None or array.hash == left:
        return None
    if _is_unwritten(array, write, first):
        return None
    if known_contents(second, {array.hash, left}) != {array.hash}:
        return None
    same = [one for one in _named(second, write.name) if _index(one) == _index(write)]
    same = [one for one in same if (there := _written(one)) is not None and there.shape == array.shape]
    if any(there is not None and there.hash == array.hash for there in map(_written, same)):
        return None
    sites = {one.user_site.place: one.user_site for one in same if one.user_site is not None}
    source = write.user_site.source.strip()
    if not sites:
        return SourceChange(None, None, *write.user_site.place, (source, ""))
    if len(sites) > 1:
        return None
    (site,) = sites.values()
    return SourceChange(None, None, *site.place, (source, site.source.strip()))


def _write(found: Divergence, first: Trace) -> Operation | None:
    """Return the operation by which the line where values of the first begin writes a part of an array.

    None if the line writes other parts in turn: a loop that fills an array may have become one operation.
    """
    origins = found.sides[0].origins
    site = first.operations[origins[0]].user_site if origins else None
    if site is None:
        return None
    ids = first.ask(_WRITES, [origins[0], site.file, site.line])["id"].to_pylist()
    writes = first.operations.fetch(ids)
    return writes[0] if writes and all(_index(one) == _index(writes[0]) for one in writes) else None


def _written(write: Operation) -> Operand | None:
    """Return the array that an assignment writes into, as it was before."""
    return next((one for one in write.inputs if one.is_array() and one.shape), None)


def _is_unwritten(array: Operand, write: Operation, first: Trace) -> bool:
    """Return whether an array is memory that nobody wrote: what another left there may be in the second run, too."""
    ids = first.ask(_LEFT_AT, [array.address, write.id])["id"].to_pylist()
    return not ids or allocates(first.operations[ids[0]].traits)


def _index(write: Operation) -> list[str]:
    return [one.describe() for one in write.operands if one.role == "argument"][:1]


def _named(trace: Trace, name: str) -> list[Operation]:
    return trace.operations.fetch(trace.ask(_NAMED, [name, _MOST_LOOKED_AT])["id"].to_pylist())
