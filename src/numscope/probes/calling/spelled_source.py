"""A recorded call as a line of source that calls a function of a module: what a declaring probe's spelling says."""

from __future__ import annotations

from dataclasses import replace

from numscope.probes.calling.recorded import RecordedOperand, RecordedOperation
from numscope.probes.calling.source import Writer
from numscope.probes.calling.written import Library, NoSourceError, Source, Statement, joined
from numscope.probes.declaration import Parts, Spelling


class SpelledWriter(Writer):
    """Writes a call of a function of a module, or of a method of an object that is made in the line."""

    def __init__(self, operation: RecordedOperation, spelling: Spelling) -> None:
        super().__init__(operation)
        self._spelling = spelling

    def write(self) -> Source:
        """Return the line. Raises NoSourceError with the reason if there is none."""
        spelling = self._spelling
        if spelling.generator:
            raise NoSourceError("it draws random numbers")
        for output in self._operation.outputs:
            if output.kind == "object":
                raise NoSourceError(f"its result is a {output.type}, which is not kept")
        return replace(super().write(), library=Library(spelling.module, spelling.module))

    def _call(self, positional: list[str], named: dict[str, str]) -> tuple[str, bool]:
        spelling = self._spelling
        owner, _, method = spelling.path.rpartition(".")
        if owner in spelling.objects and positional:
            return f"{positional[0]}.{method}({joined(positional[1:], named)})", False
        return f"{spelling.module}.{spelling.path}({joined(positional, named)})", False

    def _argument(self, operand: RecordedOperand) -> str:
        parts = self._parts_of(operand)
        if parts is None:
            return super()._argument(operand)
        if not parts.make:
            raise NoSourceError(f"an argument is a {operand.type}, which its probe can't make again")
        held = {
            str(one.name): super(SpelledWriter, self)._argument(one)
            for one in self._operation.operands
            if one.item and one.position == operand.position and one.role != "output"
        }
        return f"{self._spelling.module}.{parts.make}({joined([], held)})"

    def _parts_of(self, operand: RecordedOperand) -> Parts | None:
        kind = (operand.type or "").removeprefix(f"{self._spelling.module}.")
        return self._spelling.objects.get(kind) if operand.kind == "object" else None


def statement(spelling: Spelling, positional: list[str], named: dict[str, str]) -> Statement:
    """Return the call in a script."""
    text = f"{spelling.module}.{spelling.path}({joined(positional, named)})"
    return Statement(text, imports=(f"import {spelling.module}",))
