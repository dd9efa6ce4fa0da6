"""Which operation of a run gave a value."""

from __future__ import annotations

from numscope.operations.traits import Trait
from numscope.trace import Operation, Trace
from numscope.trace.operation import AFTER

_LAST = """
    select id from operations join operand_contents on operation = id
    where hash_high = ? and hash_low = ? and role in ('output', 'mutated') and id < ? and depth = 0
    order by id desc limit 1
"""


def last_maker(trace: Trace, content: str, before: int) -> Operation | None:
    """Return the last outermost operation before the id `before` that gave the value with the hash `content`."""
    made = trace.ask(_LAST, [int(content[:16], 16), int(content[16:], 16), before])["id"].to_pylist()
    return trace.operations[made[0]] if made else None


def first_maker(trace: Trace, content: str, before: int) -> Operation | None:
    """Return the operation that gave the value with the hash `content` and was not given it: the others hand it on."""
    maker = last_maker(trace, content, before)
    while maker is not None and any(one.hash == content and one.role not in AFTER for one in maker.operands):
        maker = last_maker(trace, content, maker.id)
    return maker


def elements_read(parted: Operation, second: Trace) -> list[Operation]:
    """Return the operations that took the elements which an operation computes with: `scores[late] / total`."""
    read = [one for one in parted.inputs if one.hash is not None and not one.shape]
    makers = [last_maker(second, one.hash or "", parted.id) for one in read]
    return [one for one in makers if one is not None and one.traits & Trait.READS_PART]
