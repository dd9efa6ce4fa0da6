"""What flowed into an operation: the operations that made its inputs, and theirs."""

from __future__ import annotations

from numscope.trace import Operand, Operation, Trace


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
    """The last operation before `before` with a result of the same content; None if there is none or it has no hash."""
    if operand.hash is None:
        return None
    high, low = int(operand.hash[:16], 16), int(operand.hash[16:], 16)
    found = trace.ask(
        """
        select max(operation) id from results
        where content in (select id from contents where hash_high = ? and hash_low = ?) and operation < ?
        """,
        [high, low, before.id],
    )["id"][0].as_py()
    if found is None:
        return None
    makers = trace.operations.fetch([found])
    return _outermost(trace, makers[0], before) if makers else None


def _outermost(trace: Trace, maker: Operation, before: Operation) -> Operation:
    """The operation that `maker` ran inside of and that had the same result, as seen from `before`."""
    while maker.parent is not None and maker.parent != before.parent:
        parents = trace.operations.fetch([maker.parent])
        if not parents or parents[0].id == before.id:
            break
        maker = parents[0]
    return maker
