"""New arrays where the memory of an input, that nobody needs any more, would have done."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from numscope.analysis.advise.evidence import Evidence, arrays, layout
from numscope.analysis.advise.finding import Finding, Wording, finding_of
from numscope.analysis.advise.memory_uses import MemoryUses
from numscope.analysis.concepts.memory import place_of
from numscope.operations.lore.numpy import IN_PLACE
from numscope.operations.traits import Trait
from numscope.trace import Operand, Operation

# NumPy itself takes over a dying operand's memory from this size on (256 kB, "temporary elision"): smaller arrays
# come from memory that is in the cache still, and their temporaries cost little.
_LEAST_BYTES = 256 << 10
# Of each line as many calls are looked into.
_SAMPLE = 12


def temporaries(evidence: Evidence) -> Iterator[Finding]:
    """Lines whose element-by-element operations made a new array though an input of the same kind had died."""
    suspects = [
        (operations, [(operation, spent) for operation in operations if (spent := _spendable(operation))])
        for operations in evidence.lines()
    ]
    sampled = [_sample(pairs) for _, pairs in suspects]
    places = [
        place
        for pairs in sampled
        for _, operands in pairs
        for operand in operands
        if (place := place_of(operand)) is not None
    ]
    if not places:
        return
    uses = MemoryUses(evidence.trace, places)
    if not uses.whole:
        return
    for (_, pairs), sample in zip(suspects, sampled, strict=True):
        by_name: dict[str, list[bool | None]] = {}
        for operation, operands in sample:
            by_name.setdefault(operation.name, []).append(_died(uses, operation, operands))
        # All but one: the first time round, a loop often has the caller's array, which is used again.
        guilty = {
            name
            for name, died in by_name.items()
            if died.count(True) >= max(2, len(died) / 2) and died.count(False) <= 1
        }
        found = [operation for operation, _ in pairs if operation.name in guilty]
        if found:
            always = all(False not in died for name, died in by_name.items() if name in guilty)
            yield finding_of(found, _wording(found, always), sum(operation.bytes_out for operation in found))


def _wording(operations: Sequence[Operation], always: bool) -> Wording:
    first = operations[0]
    symbol = IN_PLACE.get(first.name)
    call = f"`{first.name.replace('numpy', 'np')}(..., out=x)`"
    in_place = f"`x {symbol} ...`, or {call}" if symbol and first.how == "operator" else call
    first_copy = "" if always else "; copy it beforehand where the caller still needs it"
    return Wording(
        "temporary",
        "time of these calls, bytes of the new arrays they made",
        f"a new {layout(first.outputs[0])} was made by {first.name} while an input of the same kind was not used again",
        f"write into that input, called x here: {in_place}{first_copy}",
    )


def _spendable(operation: Operation) -> list[Operand]:
    """The inputs whose memory could have held the result: the operation made a new array of the same kind."""
    outputs = operation.outputs
    if (
        operation.out
        or len(outputs) != 1
        or outputs[0].kind != "array"
        or not operation.traits & Trait.ELEMENTWISE
    ):
        return []
    made = outputs[0]
    if (made.data_bytes or 0) < _LEAST_BYTES:
        return []
    given = arrays(operation)
    if any(operand.address == made.address for operand in given):
        return []
    return [
        operand
        for operand in given
        if (operand.dtype, operand.shape, operand.strides) == (made.dtype, made.shape, made.strides)
        and operand.owner is None
        and not operand.read_only
        and not operand.converted
        and operand.type is None
        and made.type is None
    ]


def _sample(pairs: list[tuple[Operation, list[Operand]]]) -> list[tuple[Operation, list[Operand]]]:
    step = max(1, len(pairs) // _SAMPLE)
    return pairs[::step][: _SAMPLE + 1]


def _died(uses: MemoryUses, operation: Operation, operands: list[Operand]) -> bool | None:
    """Return whether one of the inputs was not used again; None if that is not known."""
    places = [place for operand in operands if (place := place_of(operand)) is not None]
    answers = [uses.dies_unread(place, operation.id) for place in places]
    return True if True in answers else (None if None in answers else False)
