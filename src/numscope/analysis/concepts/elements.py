"""The offending elements of an operation's results, with the inputs that made them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from numscope.analysis.concepts.described_objects import with_parts
from numscope.errors import NumscopeError
from numscope.operations.traits import Trait
from numscope.trace import Operand, Operation

# Of these an output's element does not come from its inputs' elements at the same index.
_NOT_ELEMENTWISE = Trait.COMBINES | Trait.CONTRACTS


@dataclass(frozen=True)
class Element:
    """One offending element: where it is, what it is, and the inputs at the same index where these made it."""

    index: tuple[int, ...]
    value: str
    inputs: tuple[str, ...]


def offending_elements(operation: Operation, limit: int, place: int | None = None) -> tuple[Element, ...]:
    """The first `limit` non-finite elements of the first output that has any, or of the operand at `place`.

    Empty when the values were not kept.
    """
    after = place is None
    operands = (
        (*operation.outputs, *operation.mutated) if place is None else operation.operands[place : place + 1]
    )
    for operand in operands:
        found = operand.statistics
        if found is None or not found.nonfinite:
            continue
        array = _value(operand)
        if array is None:
            return ()
        inputs = _aligned_inputs(operation, array.shape) if after else []
        bad = _worst_first(_nonfinite(array), inputs)[:limit]
        return tuple(
            Element(
                tuple(int(number) for number in index),
                _short(array[tuple(index)]),
                tuple(_short(given[tuple(index)]) for given in inputs),
            )
            for index in bad
        )
    return ()


def _worst_first(bad: Any, inputs: list[Any]) -> Any:
    """Return the indices of bad elements, those first that were made of finite inputs."""
    known = np.zeros(bad.shape, bool)
    for given in inputs:
        known = known | _nonfinite(given)
    return np.concatenate([np.argwhere(bad & ~known), np.argwhere(bad & known)])


def _nonfinite(array: Any) -> Any:
    if array.dtype.kind in "mM":
        return np.isnat(array)
    return ~np.isfinite(array) if array.dtype.kind in "fc" else np.zeros(array.shape, bool)


def _aligned_inputs(operation: Operation, shape: tuple[int, ...]) -> list[Any]:
    """The inputs stretched to the result's shape, if the operation works element by element and all are known."""
    if operation.traits & _NOT_ELEMENTWISE:
        return []
    # An object stands for its arrays.
    given = (one.parts or (one.operand,) for one in with_parts(operation.inputs))
    arrays = [_value(operand) for operands in given for operand in operands]
    if any(array is None for array in arrays):
        return []
    try:
        return [np.broadcast_to(array, shape) for array in arrays]
    except ValueError:
        return []


def _value(operand: Operand) -> Any:
    try:
        value = operand.value()
    except NumscopeError:
        return None
    return np.asarray(value) if isinstance(value, (np.ndarray, int, float, bool)) else None


def _short(value: Any) -> str:
    return f"{value:.9g}" if isinstance(value, (float, np.floating)) else str(value)
