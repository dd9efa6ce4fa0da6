"""What flowed into an operation: the operations that made its inputs, and theirs."""

from __future__ import annotations

from weakref import WeakKeyDictionary

from numscope.trace import Operand, Operation, Trace

# Arrays of equal elements are common, such as two columns of 1, 2, 3: the one that lies where it is read comes first.
_LAST = """
    select operation id from results
    where content in (select id from contents where hash_high = ? and hash_low = ?) and operation < ?
    order by address is not distinct from ? desc, operation desc limit 1
    """
_MOST_TRIED = 4
# Many rules go back from the same origin: of 1,291 answers in a trace of 284,000 operations 1,136 were asked for again.
_MOST_KNOWN = 10_000
_makers: WeakKeyDictionary[Trace, dict[tuple[str, int | None, int, int], Operation | None]] = (
    WeakKeyDictionary()
)


def producers(trace: Trace, operation: Operation, most: int = 5) -> list[Operation]:
    """The nearest `most` operations whose results flowed into `operation`, nearest first.

    A result is followed by its content hash; where there is none, nothing is claimed.
    """
    found: list[Operation] = []
    waiting = [operation]
    seen = {operation.id}
    while waiting and len(found) < most:
        current = waiting.pop(0)
        for operand in current.inputs:
            maker = maker_of(trace, operand, current)
            if maker is not None and maker.id not in seen:
                seen.add(maker.id)
                found.append(maker)
                waiting.append(maker)
    return found[:most]


def maker_of(trace: Trace, operand: Operand, before: Operation) -> Operation | None:
    """Return the last operation before `before` that left this content in this memory, or else anywhere.

    None if there is none, or if the content has no hash.
    """
    if operand.hash is None:
        return None
    known = _makers.setdefault(trace, {})
    asked = operand.hash, operand.address, before.id, len(trace)  # of fewer where some processes are selected
    if asked not in known:
        if len(known) >= _MOST_KNOWN:
            known.clear()
        known[asked] = _look_up(trace, operand, operand.hash, before)
    return known[asked]


def _look_up(trace: Trace, operand: Operand, content: str, before: Operation) -> Operation | None:
    high, low = int(content[:16], 16), int(content[16:], 16)
    around, end = None, before.id
    for _ in range(_MOST_TRIED):
        found = trace.ask(_LAST, [high, low, end, operand.address])["id"].to_pylist()
        makers = trace.operations.fetch(found)
        if not makers:
            break
        outermost = _outermost(trace, makers[0], before)
        if outermost is makers[0] or content in {
            one.hash for one in (*outermost.outputs, *outermost.mutated)
        }:
            return outermost
        # It may have been given this content, and looked at it: what made it is earlier then.
        around, end = around or outermost, outermost.id
    return around


def _outermost(trace: Trace, maker: Operation, before: Operation) -> Operation:
    """The operation that `maker` ran inside of, as seen from `before`."""
    while maker.parent is not None and maker.parent != before.parent:
        parents = trace.operations.fetch([maker.parent])
        if not parents or parents[0].id == before.id:
            break
        maker = parents[0]
    return maker
