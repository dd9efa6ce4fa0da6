"""A recorded operation of NumPy as source: a line of a test, a statement of a script."""

from __future__ import annotations

from typing import Any

import numpy as np

from numscope.probes.calling.recorded import RecordedOperand
from numscope.probes.calling.refusal import CannotReplayError
from numscope.probes.calling.source import Writer
from numscope.probes.calling.written import NoSourceError, Source, Statement, joined, literal
from numscope.probes.numpy.calling.names import resolve

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


class NumpyWriter(Writer):
    """Writes one operation of NumPy's."""

    def write(self) -> Source:
        """Return the line. Raises NoSourceError with the reason if there is none."""
        try:
            resolve(self._operation.name)
        except CannotReplayError as reason:
            raise NoSourceError(str(reason)) from None
        return super().write()

    def _call(self, positional: list[str], named: dict[str, str]) -> tuple[str, bool]:
        parts = self._operation.name.split(".")
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
        if not positional:
            raise NoSourceError("the array that it is a method of is not kept")
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

    def _parsed(self, operand: RecordedOperand, value: Any, inside: dict[int, str]) -> str:
        if operand.position == 1 and self._operation.name in _INDEXING:
            return _index(value, inside)
        return super()._parsed(operand, value, inside)


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


def statement(name: str, positional: list[str], named: dict[str, str]) -> Statement:
    """Return the call of the operation `name` in a script; SciPy's ufuncs have their name without a module."""
    last = name.rpartition(".")[2]
    # Of a damaged trace operands may be missing: then it is written as a function.
    if name == "numpy.ndarray.__getitem__" and len(positional) > 1:
        return Statement(f"{positional[0]}[{positional[1]}]")
    if name == "numpy.ndarray.__setitem__" and len(positional) > 2:
        return Statement(f"{positional[0]}[{positional[1]}] = {positional[2]}", gives=False)
    if name.startswith("numpy.ndarray.") and not last.startswith("_") and positional:
        return Statement(f"{positional[0]}.{last}({joined(positional[1:], named)})")
    if not name.startswith("numpy."):
        return Statement(
            f"scipy.special.{name}({joined(positional, named)})", imports=("import scipy.special",)
        )
    return Statement(f"np.{name[len('numpy.') :]}({joined(positional, named)})")
