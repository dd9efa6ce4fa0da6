"""Whether a loop's step needs what the step before it made."""

from __future__ import annotations

from numscope.trace import Operand, Trace
from numscope.trace.operation import AFTER

# Steps of a loop that are followed, and how many operations one may have for that.
_STEPS = 3
_MOST_BETWEEN = 400


def depends_on_itself(trace: Trace, file: str, line: int, name: str) -> bool:
    """Whether a call of `name` on this line works with what its call before it made, directly or through others.

    A few neighbouring calls are followed, by content, and by memory where the content is not known. Steps of
    hundreds of operations count as dependent.
    """
    for first, second in _neighbours(trace, file, line, name):
        if second - first > _MOST_BETWEEN or _flows(trace, first, second):
            return True
    return False


def _neighbours(trace: Trace, file: str, line: int, name: str) -> list[tuple[int, int]]:
    """Pairs of calls that follow each other, from the beginning, middle and end."""
    rows = trace.ask(
        """
        with calls as (
            select id, lead(id) over (order by id) later, row_number() over (order by id) number, count(*) over () total
            from operations where user_visible and user_file = ? and user_line = ? and name = ?
        )
        select id, later from calls
        where later is not null and number in (1 + total // 10, total // 2, total - 1 - total // 10)
        order by id
        """,
        [file, line, name],
    ).to_pylist()
    return [(row["id"], row["later"]) for row in rows[:_STEPS]]


def _flows(trace: Trace, first: int, second: int) -> bool:
    """Whether anything that operation `first` made goes into operation `second`."""
    operations = trace.operations.fetch(range(first, second + 1))
    contents: set[object] = set()
    memory: set[int] = set()
    for operation in operations:
        before = [operand for operand in operation.operands if operand.role not in AFTER]
        touched = operation.id == first
        for operand in before:
            content = _content(operand)
            if content is not None:
                touched = touched or content in contents
            elif operand.kind == "array" and operand.role == "input":
                # Of a large array that is looked at again and again the content is not known each time.
                places = _memory(operand)
                touched = touched or not places or bool(memory.intersection(places))
        if operation.id == second:
            return touched
        if touched:
            for operand in operation.operands:
                if operand.role in AFTER:
                    contents.add(_content(operand))
                    memory.update(_memory(operand))
            contents.discard(None)
    return False


def _memory(operand: Operand) -> list[int]:
    return [place for place in (operand.address, operand.owner) if place is not None]


def _content(operand: Operand) -> object:
    """Return what distinguishes the operand's value: an array's hash, or a number itself."""
    if operand.is_array():
        return operand.hash
    return operand.literal if operand.kind == "float" else None
