"""Whether a loop's step needs what the step before it made."""

from __future__ import annotations

from numscope.trace import Operand, Trace
from numscope.trace.operation import AFTER

# Steps of a loop that are followed, and how many operations one may have for that.
_STEPS = 3
_MOST_BETWEEN = 400


def depends_on_itself(trace: Trace, file: str, line: int, name: str) -> bool:
    """Whether a call of `name` on this line works with what its call before it made, directly or through others.

    A few neighbouring calls are followed, by content. Where that can't be told (no hashes, steps of hundreds of
    operations), they count as dependent.
    """
    for first, second in _neighbours(trace, file, line, name):
        if second - first > _MOST_BETWEEN or _flows(trace, first, second):
            return True
    return False


def _neighbours(trace: Trace, file: str, line: int, name: str) -> list[tuple[int, int]]:
    """Pairs of calls that follow each other, from the beginning, middle and end."""
    rows = trace.sql(
        """
        with calls as (
            select id, lead(id) over (order by id) later, row_number() over (order by id) number, count(*) over () total
            from stored.operations where call in (
                select id from stored.calls
                where user_visible and user_file = ? and user_line = ? and name = ?)
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
    tainted: set[object] = set()
    for operation in operations:
        before = [operand for operand in operation.operands if operand.role not in AFTER]
        contents = [_content(operand) for operand in before]
        if any(
            operand.kind == "array" and operand.hash is None and operand.role == "input" for operand in before
        ):
            return True
        touched = operation.id == first or any(
            content in tainted for content in contents if content is not None
        )
        if operation.id == second:
            return touched
        if touched:
            after = [operand for operand in operation.operands if operand.role in AFTER]
            tainted.update(content for operand in after if (content := _content(operand)) is not None)
    return False


def _content(operand: Operand) -> object:
    """What tells the operand's value from others: an array's hash, a number itself."""
    if operand.is_array():
        return operand.hash
    return operand.literal if operand.kind == "float" else None
