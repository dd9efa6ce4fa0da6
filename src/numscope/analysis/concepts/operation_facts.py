"""What rules can ask of an operation of a trace."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numscope.analysis.concepts.memory import Place, place_of
from numscope.errors import NumscopeError
from numscope.operations.traits import Trait
from numscope.rules.dtypes import dtype_called
from numscope.rules.facts import ArrayFacts, OperationFacts, Statistics
from numscope.trace import Operand, Operation
from numscope.trace.floating_point import FLOATING_POINT
from numscope.trace.operation import AFTER


def operation_facts(operation: Operation) -> OperationFacts:
    """Return what rules can ask of `operation`; elements are read where a rule looks at them."""
    arrays = [
        operand for operand in operation.operands if operand.is_array() and not _is_part(operand, operation)
    ]
    inputs = [operand for operand in arrays if operand.role in ("input", "argument")]
    outputs = [operand for operand in arrays if operand.role in ("output", "mutated")]
    return OperationFacts(
        operation.name,
        sum(bit for bit, name in FLOATING_POINT.items() if name in operation.floating_point),
        [_array_facts(operand) for operand in inputs],
        [_array_facts(operand) for operand in outputs],
        lambda: _copied(operation, inputs, outputs),
    )


def _is_part(operand: Operand, operation: Operation) -> bool:
    """Return whether it is what an object holds: while a program runs, the judge looks at arrays themselves only."""
    return operand.item > 0 and any(
        other.kind == "object"
        and (other.position, other.role in AFTER) == (operand.position, operand.role in AFTER)
        for other in operation.operands
    )


def _array_facts(operand: Operand) -> ArrayFacts:
    found = operand.statistics
    statistics: Statistics | None = None
    if found is not None:
        statistics = (
            *(found.minimum, found.maximum, found.mean, found.deviation),
            *(found.zeros, found.nans, found.positive_infinities, found.negative_infinities),
        )
    return ArrayFacts(
        dtype_called(operand.dtype) if operand.dtype else None,
        tuple(operand.shape or ()),
        statistics,
        _elements_of(operand),
    )


def _elements_of(operand: Operand) -> Callable[[], Any]:
    def elements() -> Any:
        try:
            return operand.value()
        except NumscopeError:
            return None  # not kept

    return elements


def _copied(operation: Operation, inputs: list[Operand], outputs: list[Operand]) -> int:
    """Bytes of results that are copies: as the judge of a running program counts them."""
    if not operation.traits & Trait.COPIES or not any(operand.kind == "array" for operand in inputs):
        return 0
    sources = [place for place in map(place_of, inputs) if place is not None]
    copied = 0
    for operand in outputs:
        if operand.kind == "array" and operand.role == "output":
            place = place_of(operand)
            if place is None or not any(_may_meet(place, source) for source in sources):
                copied += operand.data_bytes or 0
    return copied


def _may_meet(first: Place, second: Place) -> bool:
    """Whether the bounds of two arrays overlap, which is what can be asked cheaply while recording."""
    (low, high), (other_low, other_high) = first.bounds, second.bounds
    return low < other_high and other_low < high
