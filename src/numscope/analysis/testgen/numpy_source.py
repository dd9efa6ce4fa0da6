"""A recorded operation of NumPy as a line of source, with names for the arrays that go in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from keyword import iskeyword
from pathlib import PurePath
from typing import Any

import numpy as np

from numscope.analysis.replay.replay_worker.literals import parse
from numscope.analysis.replay.replay_worker.names import resolve
from numscope.analysis.replay.replay_worker.programs import Programs
from numscope.analysis.replay.replay_worker.recipes import dtype_of
from numscope.analysis.replay.replay_worker.refusal import CannotReplayError
from numscope.analysis.testgen.written import NoSourceError, Source, literal, names_for
from numscope.operations.traits import Trait
from numscope.trace import Operand, Operation

_SYMBOLS = {
    "add": "+",
    "subtract": "-",
    "multiply": "*",
    "divide": "/",
    "true_divide": "/",
    "floor_divide": "//",
    "remainder": "%",
    "power": "**",
    "matmul": "@",
    "left_shift": "<<",
    "right_shift": ">>",
    "bitwise_and": "&",
    "bitwise_or": "|",
    "bitwise_xor": "^",
    "less": "<",
    "less_equal": "<=",
    "equal": "==",
    "not_equal": "!=",
    "greater": ">",
    "greater_equal": ">=",
}
_CONVERSIONS = {
    "__float__": "float",
    "__int__": "int",
    "__bool__": "bool",
    "__complex__": "complex",
    "__index__": "int",
}
_INDEXING = ("numpy.ndarray.__getitem__", "numpy.ndarray.__setitem__")


class Writer:
    """Writes one operation of NumPy's, or a compiled function of the program's."""

    def __init__(self, operation: Operation, programs: Programs | None) -> None:
        self._operation = operation
        self._programs = programs if operation.name.startswith("numba.") else None
        self._given = [
            one for one in operation.operands if one.role in ("input", "argument") and one.is_array()
        ]
        self._names = names_for(self._given)
        for operand in self._given:
            if operand.kind == "array" and operand.type is not None and not operand.type.endswith("memmap"):
                raise NoSourceError(f"an input is a {operand.type}, of which only the data is kept")

    def write(self) -> Source:
        """Return the line. Raises NoSourceError with the reason if there is none."""
        operation = self._operation
        if operation.traits & Trait.DRAWS:
            raise NoSourceError("it draws random numbers")
        program = None
        try:
            if self._programs is None:
                resolve(operation.name)
            else:
                path = self._programs.place(operation.name)[0]
                program = (path, _identifier(PurePath(path).stem))
        except CannotReplayError as reason:
            raise NoSourceError(str(reason)) from None
        positional, named = self._arguments()
        if program is not None:
            function = operation.name.rpartition(".")[2]
            text, is_statement = f"{program[1]}.{function}({joined(positional, named)})", False
        else:
            text, is_statement = self._call(operation.name.split("."), positional, named)
        changed = tuple(self._changed())
        return Source(text, tuple(self._given), tuple(self._names), is_statement, changed, program)

    def _call(self, parts: list[str], positional: list[str], named: dict[str, str]) -> tuple[str, bool]:
        if parts[0] != "numpy" or any(part.startswith("_") for part in parts[1:-1]):
            raise NoSourceError("it has no public name")
        if parts[1] == "ndarray":
            return self._method(parts[2:], positional, named)
        symbol = _SYMBOLS.get(parts[1]) if len(parts) == 2 and self._operation.how == "operator" else None
        if symbol is not None and len(positional) == 2 and not named:
            return f"{positional[0]} {symbol} {positional[1]}", False
        value: Any = np
        for part in parts[1:]:
            value = getattr(value, part, None)
        if value is None or parts[-1].startswith("_") or isinstance(getattr(np, parts[1]), type):
            raise NoSourceError("it has no public name")
        return f"np.{'.'.join(parts[1:])}({joined(positional, named)})", False

    @staticmethod
    def _method(parts: list[str], positional: list[str], named: dict[str, str]) -> tuple[str, bool]:
        name, owner, rest = parts[0], positional[0], positional[1:]
        if name == "__getitem__" and len(rest) == 1:
            return f"{owner}[{rest[0]}]", False
        if name == "__setitem__" and len(rest) == 2:
            return f"{owner}[{rest[0]}] = {rest[1]}", True
        if name in _CONVERSIONS:
            return f"{_CONVERSIONS[name]}({owner})", False
        if name.startswith("_") or len(parts) > 1 or not hasattr(np.ndarray, name):
            raise NoSourceError(f"numpy.ndarray.{'.'.join(parts)} is not called by name")
        if not callable(getattr(np.ndarray, name)):
            return f"{owner}.{name}", False
        return f"{owner}.{name}({joined(rest, named)})", False

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

    def _out(self, out: Operand, where: bool) -> str:
        for name, operand in zip(self._names, self._given, strict=True):
            if (operand.address, operand.shape, operand.strides) == (out.address, out.shape, out.strides):
                return name
        if where:
            raise NoSourceError("what its `where` left out of the result is not known")
        return f"np.empty({out.shape!r}, {literal(dtype_of(out._description or '?'))})"

    def _argument(self, operand: Operand) -> str:
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
        if operand.position == 1 and self._operation.name in _INDEXING:
            return _index(value, inside)
        return literal(value, inside)

    def _name(self, operand: Operand) -> str:
        return next(name for name, one in zip(self._names, self._given, strict=True) if one is operand)

    def _changed(self) -> Iterator[str]:
        """The names of the arrays that the operation leaves changed and does not give back."""
        for changed in self._operation.mutated:
            places = ((changed.position, changed.name), 0)
            found = [
                name
                for name, operand in zip(self._names, self._given, strict=True)
                if ((operand.position, operand.name), operand.item) == places
                or (
                    changed.position is not None and (operand.position, operand.item) == (changed.position, 0)
                )
            ]
            if not found:
                raise NoSourceError("the array that it changes is not kept")
            yield found[0]


def _identifier(stem: str) -> str:
    name = re.sub(r"\W", "_", stem)
    return name if name.isidentifier() and not iskeyword(name) and len(name) > 1 else f"program_{name}"


def joined(positional: list[str], named: dict[str, str]) -> str:
    """The arguments of a call as they stand between its parentheses."""
    return ", ".join([*positional, *(f"{name}={text}" for name, text in named.items())])


def _index(value: Any, inside: dict[int, str]) -> str:
    """`value` as it stands between brackets."""
    if isinstance(value, slice):
        start, stop, step = (
            "" if part is None else literal(part, inside) for part in (value.start, value.stop, value.step)
        )
        return f"{start}:{stop}:{step}" if step else f"{start}:{stop}"
    if isinstance(value, tuple) and value:
        parts = [
            _index(part, inside) if not isinstance(part, tuple) else literal(part, inside) for part in value
        ]
        return f"{parts[0]}," if len(parts) == 1 else ", ".join(parts)
    return literal(value, inside)
