"""Copies that nobody asked for, and copies that nobody needed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from numscope.analysis.advise.evidence import LARGE_BYTES, Evidence, arrays, layout
from numscope.analysis.advise.finding import Finding, Wording, finding_of
from numscope.analysis.advise.memory_uses import MemoryUses
from numscope.analysis.concepts.memory import place_of
from numscope.operations.lore.numpy import INSTEAD_OF_COPYING, RESHAPING
from numscope.trace import Operation

_COST = "time of these calls, bytes of the copies"


def copies(evidence: Evidence) -> Iterator[Finding]:
    """Lines that copied a large array where a view was expected, or where the array itself would have served."""
    for operations in evidence.lines(*RESHAPING):
        hidden = [operation for operation in operations if _copied(operation)]
        if hidden:
            yield finding_of(hidden, _hidden_wording(hidden[0]), _copied_bytes(hidden))
    candidates = [
        [operation for operation in operations if _copied(operation) and _same_kind(operation)]
        for operations in evidence.lines(*INSTEAD_OF_COPYING)
    ]
    places = [
        place
        for operations in candidates
        for operation in operations
        for operand in (*arrays(operation), *operation.outputs)
        if (place := place_of(operand)) is not None
    ]
    uses = MemoryUses(evidence.trace, places) if places else None
    if uses is None or not uses.whole:
        return
    for operations in candidates:
        for name in INSTEAD_OF_COPYING:
            alike = [operation for operation in operations if operation.name == name]
            # One copy that was needed is reason enough for the line.
            if alike and all(_needless(uses, operation) for operation in alike):
                yield finding_of(alike, _needless_wording(alike[0]), _copied_bytes(alike))


def _hidden_wording(operation: Operation) -> Wording:
    given = arrays(operation)[0]
    return Wording(
        "copy",
        _COST,
        f"{operation.name} had to copy: the elements of {layout(given)} with strides {given.strides} do not lie in "
        "the order of the new shape",
        "reshape before transposing or slicing, make the array contiguous once, or, where the order of elements "
        'does not matter, `ravel(order="K")`',
    )


def _needless_wording(operation: Operation) -> Wording:
    return Wording(
        "copy",
        _COST,
        f"{operation.name} copied {layout(arrays(operation)[0])}, and nothing recorded changed either copy afterwards",
        INSTEAD_OF_COPYING[operation.name],
    )


def _copied(operation: Operation) -> bool:
    """Whether the result has memory of its own, and is large."""
    given, made = arrays(operation), operation.outputs
    if len(given) != 1 or len(made) != 1 or (made[0].data_bytes or 0) < LARGE_BYTES:
        return False
    before, after = place_of(given[0]), place_of(made[0])
    return before is not None and after is not None and not before.shares(after)


def _same_kind(operation: Operation) -> bool:
    """Whether the result is the input again: the same dtype, laid out alike, an array and nothing more special."""
    given, made = arrays(operation)[0], operation.outputs[0]
    alike = given.dtype == made.dtype and given.type is None and made.type is None and not given.converted
    if operation.name == "numpy.ndarray.flatten":
        return alike and _in_c_order(given.strides)
    return alike and (given.shape, given.strides) == (made.shape, made.strides)


def _in_c_order(strides: Sequence[int] | None) -> bool:
    return strides is not None and list(strides) == sorted(strides, reverse=True)


def _needless(uses: MemoryUses, operation: Operation) -> bool:
    """Whether neither the copy nor what it was made of was written to afterwards."""
    places = [place_of(operand) for operand in (*arrays(operation), *operation.outputs)]
    return all(place is not None and uses.unwritten(place, operation.id) for place in places)


def _copied_bytes(operations: Sequence[Operation]) -> int:
    return sum(operation.outputs[0].data_bytes or 0 for operation in operations)
