"""Memory that `numpy.empty` leaves as it was: another content in every run, and no difference until it is read."""

from __future__ import annotations

from numscope.analysis.concepts.uninitialised import is_fresh
from numscope.operations.traits import PASSES_ON, Trait
from numscope.trace import Operand, Operation, Trace
from numscope.trace.operation import AFTER


class Uninitialised:
    """What is known of arrays that hold what memory held before, in the first of two runs that are gone through."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._contents: set[str | None] = set()

    def explains(self, first: Operation, second: Operation) -> bool:
        """Whether all that differs between these two is such memory, and neither of them has read it."""
        if first.name != second.name:
            return False
        if not first.traits & Trait.UNINITIALISED and not (
            first.traits & PASSES_ON
            and (self.is_read(_changed(first, second)) or self._is_fresh(first, _changed(first, second)))
        ):
            return False
        self._contents.update(operand.hash for operand in first.operands if operand.role in AFTER)
        return True

    def is_read(self, changed: list[Operand]) -> bool:
        """Whether there are inputs among these operands of the first run, and each is such memory."""
        return bool(changed) and all(operand.hash in self._contents for operand in changed)

    def _is_fresh(self, operation: Operation, changed: list[Operand]) -> bool:
        """Whether the last thing that happened to the memory of these operands is that it was given, or shown."""
        return is_fresh(self._trace, (operand.address for operand in changed), operation.id)

    def is_cause(self, first: Operation, second: Operation) -> bool:
        """Whether two operations differ because they read such memory."""
        return self.is_read(_changed(first, second))


def _changed(first: Operation, second: Operation) -> list[Operand]:
    """The arrays that went into both and held something else."""
    others = {
        (operand.role, operand.position, operand.name, operand.item): operand for operand in second.operands
    }
    found = []
    for operand in first.operands:
        other = others.get((operand.role, operand.position, operand.name, operand.item))
        goes_in = operand.role in ("input", "argument") and operand.hash is not None
        if goes_in and other is not None and operand.hash != other.hash:
            found.append(operand)
    return found
