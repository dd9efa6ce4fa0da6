"""A recorded call of a library with a probe of its own as a line of source, as the probe spells it."""

from __future__ import annotations

from numscope.analysis.concepts.spelling import UnspelledError, spelling_of
from numscope.analysis.testgen.numpy_source import Writer, joined
from numscope.analysis.testgen.written import NoSourceError, Source
from numscope.probes.probe import Parts, Spelling
from numscope.trace import Operand, Operation


def spelled_source_of(operation: Operation) -> Source | None:
    """Return the line that calls `operation` again; None if its library has no probe of its own.

    Raises NoSourceError with the reason if there is none.
    """
    try:
        spelling = spelling_of(operation.name)
    except UnspelledError as reason:
        raise NoSourceError(str(reason)) from None
    return _SpelledWriter(operation, spelling).write() if spelling is not None else None


class _SpelledWriter(Writer):
    def __init__(self, operation: Operation, spelling: Spelling) -> None:
        super().__init__(operation, None)
        self._spelling = spelling

    def write(self) -> Source:
        """Return the line. Raises NoSourceError with the reason if there is none."""
        spelling = self._spelling
        if spelling.generator:
            raise NoSourceError("it draws random numbers")
        for output in self._operation.outputs:
            if output.kind == "object":
                raise NoSourceError(f"its result is a {output.type}, which is not kept")
        positional, named = self._arguments()
        owner, _, method = spelling.path.rpartition(".")
        if owner in spelling.objects and positional:
            text = f"{positional[0]}.{method}({joined(positional[1:], named)})"
        else:
            text = f"{spelling.module}.{spelling.path}({joined(positional, named)})"
        changed = tuple(self._changed())
        return Source(text, tuple(self._given), tuple(self._names), False, changed, module=spelling.module)

    def _argument(self, operand: Operand) -> str:
        parts = self._parts_of(operand)
        if parts is None:
            return super()._argument(operand)
        if not parts.make:
            raise NoSourceError(f"an argument is a {operand.type}, which its probe can't make again")
        held = {
            str(one.name): super(_SpelledWriter, self)._argument(one)
            for one in self._operation.operands
            if one.item and one.position == operand.position and one.role != "output"
        }
        return f"{self._spelling.module}.{parts.make}({joined([], held)})"

    def _parts_of(self, operand: Operand) -> Parts | None:
        kind = (operand.type or "").removeprefix(f"{self._spelling.module}.")
        return self._spelling.objects.get(kind) if operand.kind == "object" else None
