"""What is the same of a value in both runs, whatever roundings its arithmetic made.

Another order of a sum changes the last digits; nine digits of the statistics stay.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import overload

import numpy as np
from numpy.typing import NDArray

from numscope.trace import Operand, Operation
from numscope.trace.operation import AFTER

# Numbers of no more digits behind the point are everywhere.
_FEW_DIGITS = 6
# How many elements a value has, its rounded statistics, and what counts of its dtype.
Numbers = tuple[int, tuple[float, ...], str]


def numbers_of(length: int, statistics: Iterable[float], dtype: str) -> Numbers:
    """Return what is the same of a value in any dtype of its kind; of a single number in any dtype.

    statistics: minimum, maximum, mean, deviation. Zeros and the like say nothing but in which dtype is computed
    with them.
    """
    rounded = tuple(float(f"{number:.9g}") for number in statistics)
    constant = rounded[0] == rounded[1]
    kind = dtype if constant else "int" if "int" in dtype else dtype.rstrip("0123456789")
    return length, rounded, kind if length > 1 else ""


def numbers_of_operand(operand: Operand) -> Numbers | None:
    """Return `numbers_of` an operand; None if the trace has no statistics of it."""
    told = operand.statistics
    if told is None:
        return None
    statistics = told.minimum, told.maximum, told.mean, told.deviation
    return numbers_of(math.prod(operand.shape or ()), statistics, operand.dtype or operand.kind)


@overload
def has_many_digits(mean: float) -> bool: ...


@overload
def has_many_digits(mean: NDArray[np.float64]) -> NDArray[np.bool_]: ...


def has_many_digits(mean: float | NDArray[np.float64]) -> bool | NDArray[np.bool_]:
    """Return whether a mean, or each of an array of means, has more digits than the numbers that are everywhere."""
    return mean != np.round(mean, _FEW_DIGITS)


def keeps_numbers(operation: Operation) -> bool:
    """Return whether an operation gives the numbers of its only array in another dtype, all of them."""
    arrays = [one for one in operation.operands if one.is_array() and one.shape]
    read, made = ([one for one in arrays if (one.role in AFTER) == after] for after in (False, True))
    if len(read) != 1 or len(made) != 1 or read[0].dtype == made[0].dtype:
        return False
    told = [
        one.statistics
        and (one.statistics.minimum, one.statistics.maximum, one.statistics.mean, one.statistics.deviation)
        for one in (*read, *made)
    ]
    return told[0] is not None and told[0] == told[1]
