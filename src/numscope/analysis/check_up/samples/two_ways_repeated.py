"""Rows repeated as a whole beside answers of which each is repeated: 1 2 3 1 2 3 beside 1 1 2 2 3 3."""

from __future__ import annotations

from collections.abc import Iterator

from numscope.analysis.check_up.evidence import Call, Evidence, finding_of, in_order, last_name
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import REPEATED_ALIKE
from numscope.operations.lore.losses import LABELLED_LOSSES, RESPONSE_LOSSES
from numscope.trace import Operation

KIND = "order"
_LOSSES = (*LABELLED_LOSSES, *(name.rpartition("::")[2] for name in RESPONSE_LOSSES))
_JOINS = ("cat", "concatenate", "column_stack", "hstack", "add", "subtract", "multiply", "lstsq", "polyfit")


def two_ways_repeated(evidence: Evidence) -> Iterator[Finding]:
    """Yield what repeats each row, beside what repeats as many rows as a whole, where both are taken for pairs."""
    wholes = [pair for one in in_order(evidence, ("repeat", "tile")) if (pair := _whole(*one)) is not None]
    found: set[int] = set()
    for call, operation in in_order(evidence, ("repeat", "repeat_interleave")) if wholes else ():
        each = None if call.id in found else _each(call, operation)
        if each is None or each[0] == each[1]:
            continue
        pairs = [one for one, counts in wholes if counts == each]
        if any(_meet(evidence, operation, one) for one in pairs):
            found.add(call.id)
            rows, times = each
            problem = (
                f"repeats each of {rows:,} rows {times:,} times in a row, beside {rows:,} rows that are "
                "repeated as a whole: "
                "they are in different orders"
            )
            yield finding_of(KIND, call, operation.id, 1, problem, REPEATED_ALIKE)


def _rows(operation: Operation) -> tuple[int, int] | None:
    """Return how many rows there are, and how often each comes."""
    given = operation.inputs[0].shape if operation.inputs else None
    made = operation.outputs[0].shape if operation.outputs else None
    if not given or not made or len(given) != len(made) or given[1:] != made[1:] or made[0] % given[0]:
        return None
    times = made[0] // given[0]
    return (given[0], times) if times > 1 and given[0] > 1 else None


def _whole(call: Call, operation: Operation) -> tuple[Operation, tuple[int, int]] | None:
    """Return an operation that repeats all rows as a whole: `repeat` of PyTorch, `tile` of NumPy."""
    of_torch = call.full_name.startswith("aten")
    rows = _rows(operation) if of_torch or last_name(operation) == "tile" else None
    return None if rows is None else (operation, rows)


def _each(call: Call, operation: Operation) -> tuple[int, int] | None:
    if last_name(operation) == "repeat" and call.full_name.startswith("aten"):
        return None
    return _rows(operation)


def _meet(evidence: Evidence, each: Operation, whole: Operation) -> bool:
    """Return whether rows repeated in the two ways are joined, or those of the one are the answers in a loss."""
    made, others = ({one.hash for one in operation.outputs} for operation in (each, whole))
    for reader in evidence.readers(each):
        given = {one.hash for one in reader.inputs}
        if last_name(reader) in _LOSSES and reader.id > whole.id and len(reader.inputs) > 1:
            return reader.inputs[1].hash in made
        if last_name(reader) in _JOINS and given & others:
            return True
    return False
