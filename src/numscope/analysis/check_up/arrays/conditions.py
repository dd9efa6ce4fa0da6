"""Conditions taken for more than they say: `argmax` of no True is 0, `~` of whole numbers 0 and 1 is -1 and -2."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from numscope.analysis.check_up.evidence import Evidence, finding_of, in_order, last_name
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import AS_BOOL, ASK_ANY
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.trace import Operand, Operation

KIND = "meaning"
_TESTS = ("any", "all", "sum", "count_nonzero", "nonzero", "flatnonzero")
_INDEXES = ("__getitem__", "__setitem__")


def conditions(evidence: Evidence) -> Iterator[Finding]:
    """Yield the places of a first True where there is none, and numbers inverted as if they were conditions."""
    found: set[int] = set()
    nothing = [
        (call, one, said)
        for call, one in in_order(evidence, ["argmax"])
        if (said := _of_no_true(one)) is not None
    ]
    tested = {one.hash for _, test in in_order(evidence, _TESTS) for one in test.inputs} if nothing else set()
    for call, operation, said in nothing:
        if call.id not in found and operation.inputs[0].hash not in tested:
            found.add(call.id)
            yield finding_of(KIND, call, operation.id, 1, said, ASK_ANY)
    for call, operation in in_order(evidence, ["invert", "bitwise_not"]):
        if call.id not in found and _inverts_numbers(operation) and _indexes(evidence, operation):
            found.add(call.id)
            said = "~ of the whole numbers 0 and 1 gives -1 and -2, which are places counted from the end"
            yield finding_of(KIND, call, operation.id, 1, said, AS_BOOL)


def _of_no_true(operation: Operation) -> str | None:
    given = operation.inputs[0] if operation.inputs else None
    values = None if given is None or given.dtype != "bool" else numbers_of(given)
    places = numbers_of(operation.outputs[0]) if operation.outputs else None
    if values is None or places is None or values.ndim != 2 or places.ndim != 1:
        return None
    axis = 0 if places.size == values.shape[1] and places.size != values.shape[0] else 1
    none = ~values.any(axis=axis)
    if values.shape[0] == values.shape[1] or not none.any() or none.all() or places[none].any():
        return None
    return (
        f"`argmax` finds the first True, and gives 0 where there is none: that is so in {int(none.sum()):,} of "
        f"{none.size:,} rows"
    )


def _inverts_numbers(operation: Operation) -> bool:
    values = numbers_of(operation.inputs[0]) if operation.inputs else None
    if values is None or values.dtype.kind not in "iu" or values.size < 2:
        return False
    return bool(np.isin(values, (0, 1)).all())


def _indexes(evidence: Evidence, operation: Operation) -> bool:
    made = {one.hash for one in operation.outputs}
    return any(
        last_name(reader) in _INDEXES and any(_is_index(one, made) for one in reader.operands)
        for reader in evidence.readers(operation)
    )


def _is_index(operand: Operand, made: set[str | None]) -> bool:
    return operand.hash in made and operand.position == 1
