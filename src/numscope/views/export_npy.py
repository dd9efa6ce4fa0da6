"""Operands as plain .npy files, one an operand, named after their operation."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from numscope.errors import NumscopeError
from numscope.trace import Operand, Operation


@dataclass(frozen=True)
class NpyExport:
    """How many files were written, and how many operands have no value that could be."""

    files: int
    without_value: int


class NpyFolder:
    """A folder of `op_{operation}_input{k}_{prefix}.npy` and `op_{operation}_output_{prefix}.npy`.

    `{operation}` is the operation's name without `numpy.`. Several outputs are `output1`, `output2`, ... The first
    call of an operation has exactly these names; later calls add `-2`, `-3`, ... to the prefix. Nothing is ever
    overwritten: files that were there before count as calls.
    """

    def __init__(self, folder: Path, prefix: str) -> None:
        self._folder = folder
        self._prefix = prefix.replace("/", "_")
        self._calls: dict[str, int] = {}

    def export(self, operations: Iterable[Operation]) -> NpyExport:
        """Write the operands of `operations`. Raises OSError."""
        self._folder.mkdir(parents=True, exist_ok=True)
        files = without = 0
        for operation in operations:
            arrays, missing = _arrays(operation)
            without += missing
            if not arrays:
                continue
            prefix = self._free_prefix(operation.name)
            for name, array in arrays.items():
                # mode x: another process may have taken the name since.
                with (self._folder / f"{name}_{prefix}.npy").open("xb") as file:
                    np.save(file, array, allow_pickle=False)
                files += 1
        return NpyExport(files, without)

    def _free_prefix(self, operation: str) -> str:
        stem = _stem(operation)
        while True:
            number = self._calls[operation] = self._calls.get(operation, 0) + 1
            prefix = self._prefix if number == 1 else f"{self._prefix}-{number}"
            if not any(self._folder.glob(f"{_quoted(stem)}_*put*_{_quoted(prefix)}.npy")):
                return prefix


def _quoted(text: str) -> str:
    return "".join(f"[{letter}]" if letter in "*?[" else letter for letter in text)


def _stem(operation: str) -> str:
    return "op_" + operation.removeprefix("numpy.").replace("/", "_")


def _arrays(operation: Operation) -> tuple[dict[str, Any], int]:
    """The operation's inputs and outputs that have values, by the first part of their file names."""
    stem = _stem(operation.name)
    given = [operand for operand in operation.inputs if _is_numeric(operand)]
    made = [operand for operand in operation.outputs if _is_numeric(operand)]
    named = {f"{stem}_input{number}": operand for number, operand in enumerate(given, 1)}
    if len(made) == 1:
        named[f"{stem}_output"] = made[0]
    else:
        named |= {f"{stem}_output{number}": operand for number, operand in enumerate(made, 1)}
    arrays, missing = {}, 0
    for name, operand in named.items():
        try:
            array = np.asarray(operand.value())
        except NumscopeError:
            missing += 1
            continue
        if array.dtype.hasobject:  # a number without its value, in a damaged trace
            missing += 1
        else:
            arrays[name] = array
    return arrays, missing


def _is_numeric(operand: Operand) -> bool:
    return operand.is_array() or operand.kind in ("int", "float", "bool")
