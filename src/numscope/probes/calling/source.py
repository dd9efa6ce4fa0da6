"""A recorded call as a line of source, with names for the arrays that go in: what all libraries' calls share."""

from __future__ import annotations

from collections.abc import Iterable
from keyword import iskeyword
from typing import Any

from numscope.operations.traits import Trait
from numscope.probes.calling.literals import parse
from numscope.probes.calling.recipes import dtype_of
from numscope.probes.calling.recorded import RecordedOperand, RecordedOperation
from numscope.probes.calling.refusal import CannotReplayError
from numscope.probes.calling.written import NoSourceError, Source, literal, names_for


class Writer:
    """Writes one call; a probe's own writer says in `_call` what is called with the arguments."""

    def __init__(self, operation: RecordedOperation) -> None:
        self._operation = operation
        self._given = [
            one for one in operation.operands if one.role in ("input", "argument") and one.is_array()
        ]
        self._names = names_for(self._given)
        for operand in self._given:
            if operand.kind == "array" and operand.type is not None and not operand.type.endswith("memmap"):
                raise NoSourceError(f"an input is a {operand.type}, of which only the data is kept")
        if operation.traits & Trait.DRAWS:
            raise NoSourceError("it draws random numbers")

    def write(self) -> Source:
        """Return the line. Raises NoSourceError with the reason if there is none."""
        text, is_statement = self._call(*self._arguments())
        left = tuple(self._left())
        changed = tuple(map(self._name_of_changed, left))
        return Source(text, tuple(self._given), tuple(self._names), is_statement, changed, left)

    def _call(self, positional: list[str], named: dict[str, str]) -> tuple[str, bool]:
        """Return the text of the call, and whether it is a statement."""
        raise NotImplementedError

    def _arguments(self) -> tuple[list[str], dict[str, str]]:
        """The texts of positional and of named arguments."""
        places: dict[int, str] = {}
        named: dict[str, str] = {}
        outs = [one for one in self._operation.operands if one.role == "out"]
        for operand in self._operation.operands:
            if operand.role not in ("input", "argument") or operand.item:
                continue
            text = self._argument(operand)
            if operand.position is not None:
                places[operand.position] = text
            elif text and (
                operand.name is None or not operand.name.isidentifier() or iskeyword(operand.name)
            ):
                raise NoSourceError("an argument's name is not kept")
            elif text and operand.name is not None:
                named[operand.name] = text
        positional = [places[number] for number in sorted(places)]
        if sorted(places) != list(range(len(places))) or "" in positional:
            raise NoSourceError("an argument is not kept")
        if len(outs) == 1 and not outs[0].item:
            named["out"] = self._out(outs[0], "where" in named)
        elif outs:
            raise NoSourceError("it writes into several given arrays")
        return positional, named

    def _out(self, out: RecordedOperand, where: bool) -> str:
        for name, operand in zip(self._names, self._given, strict=True):
            if (operand.address, operand.shape, operand.strides) == (out.address, out.shape, out.strides):
                return name
        if where:
            raise NoSourceError("what its `where` left out of the result is not known")
        return f"np.empty({out.shape!r}, {literal(dtype_of(out.description or '?'))})"

    def _argument(self, operand: RecordedOperand) -> str:
        """The text of one argument; empty if it is NumPy's own sign for nothing given."""
        if operand.is_array():
            name = self._name(operand)
            return f"{name}[()]" if operand.kind == "scalar" else name
        if operand.kind == "object":
            if (operand.type or "").endswith("_NoValueType"):
                return ""
            raise NoSourceError(f"an argument is a {operand.type or 'object'}, which is not kept")
        if operand.kind != "literal":
            return literal(operand.literal)
        try:
            value = parse(str(operand.literal))
        except CannotReplayError as reason:
            raise NoSourceError(str(reason)) from None
        inside = {
            one.item: self._name(one)
            for one in self._given
            if one.item and (one.position, one.name) == (operand.position, operand.name)
        }
        return self._parsed(operand, value, inside)

    def _parsed(self, operand: RecordedOperand, value: Any, inside: dict[int, str]) -> str:
        """Return the text of an argument that is no array; inside: the names of the arrays in it."""
        return literal(value, inside)

    def _name(self, operand: RecordedOperand) -> str:
        return next(name for name, one in zip(self._names, self._given, strict=True) if one is operand)

    def _left(self) -> Iterable[RecordedOperand]:
        """The arrays that the operation leaves changed and does not give back."""
        return self._operation.mutated

    def _name_of_changed(self, changed: RecordedOperand) -> str:
        places = ((changed.position, changed.name), 0)
        for name, operand in zip(self._names, self._given, strict=True):
            if ((operand.position, operand.name), operand.item) == places or (
                changed.position is not None and (operand.position, operand.item) == (changed.position, 0)
            ):
                return name
        raise NoSourceError("the array that it changes is not kept")
