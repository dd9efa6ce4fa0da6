"""What rules can ask of an operation and of its arrays: the names of the language and where their values come from."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from numscope.rules.dtypes import limit_of, name_of

# minimum, maximum, mean, deviation, zeros, NaN, +Inf, -Inf: as the recorder counts them.
Statistics = tuple[float, float, float, float, int, int, int, int]
Value = float | bool | str | None
# Elements this close to an end of the range, in parts of it, lie flat.
_FLAT = 0.01


@dataclass(slots=True)
class ArrayFacts:
    """An array or NumPy scalar of an operation.

    statistics: None where its content was not looked at. elements: the array itself, or a function that gives it, or
    None if it was not kept.
    """

    type: np.dtype[Any] | None
    shape: tuple[int, ...]
    statistics: Statistics | None
    elements: Any

    @property
    def size(self) -> int:
        """Number of elements."""
        return math.prod(self.shape)

    @property
    def nbytes(self) -> int:
        """Bytes of its elements."""
        return self.size * (self.type.itemsize if self.type is not None else 0)

    def statistic(self, number: int) -> float | None:
        """One of the statistics; None where they are not known, NaN of what holds no numbers."""
        if self.statistics is None:
            return None if self._has_numbers() else math.nan
        return self.statistics[number]

    def _has_numbers(self) -> bool:
        return self.type is not None and self.type.kind in "biufcmM"

    def absmax(self) -> float | None:
        """The largest magnitude among the finite elements."""
        low, high = self.statistic(0), self.statistic(1)
        return None if low is None or high is None else max(abs(low), abs(high))

    def denormals(self) -> int | None:
        """How many elements are smaller than the dtype's smallest normal number, and not zero."""
        array = self._floats()
        if array is None:
            return 0 if self.type is not None and self.type.kind not in "fc" else None
        magnitudes = np.abs(array)
        return int(np.count_nonzero((magnitudes > 0) & (magnitudes < np.finfo(array.dtype).tiny)))

    def flat(self) -> int | None:
        """How many elements lie within a hundredth of the range from the smallest or the largest one."""
        array = self._floats()
        if array is None or not array.size:
            return None if array is None else 0
        finite = array[np.isfinite(array)].astype(np.float64)
        if not finite.size:
            return 0
        low, high = finite.min(), finite.max()
        edge = (high - low) * _FLAT
        return int(np.count_nonzero((finite <= low + edge) | (finite >= high - edge)))

    def _floats(self) -> Any:
        if self.type is None or self.type.kind not in "fc":
            return None
        array = self.elements() if callable(self.elements) else self.elements
        if array is None:
            return None
        array = np.asarray(array)
        return np.ascontiguousarray(array).view(array.real.dtype) if array.dtype.kind == "c" else array


@dataclass(slots=True)
class OperationFacts:
    """An operation. flags: of floating point, as recorded. copied: gives the bytes of its results that are copies."""

    name: str
    flags: int
    inputs: Sequence[ArrayFacts]
    outputs: Sequence[ArrayFacts]
    copied: Callable[[], int | None]


@dataclass(frozen=True)
class Name:
    """A name of the language. kind: number, truth, dtype or text."""

    kind: str
    meaning: str
    read: Callable[[Any], Value]


def _statistic(number: int) -> Callable[[ArrayFacts], Value]:
    return lambda array: array.statistic(number)


def _infinities(array: ArrayFacts) -> Value:
    positive, negative = array.statistic(6), array.statistic(7)
    return None if positive is None or negative is None else positive + negative


def _of_kind(kinds: str) -> Callable[[ArrayFacts], Value]:
    return lambda array: array.type is not None and array.type.kind in kinds


ARRAY_NAMES: dict[str, Name] = {
    "dtype": Name(
        "dtype", "element type: `dtype == float32`, `dtype in (int32, int64)`", lambda a: name_of(a.type)
    ),
    "floating": Name("truth", "elements are floats or complex", _of_kind("fc")),
    "integer": Name("truth", "elements are integers, not bool", _of_kind("iu")),
    "size": Name("number", "number of elements", lambda a: a.size),
    "ndim": Name("number", "number of dimensions", lambda a: len(a.shape)),
    "itemsize": Name(
        "number", "bytes of an element", lambda a: a.type.itemsize if a.type is not None else None
    ),
    "nbytes": Name("number", "bytes of all elements", lambda a: a.nbytes),
    "min": Name("number", "smallest finite element (of complex ones: magnitude)", _statistic(0)),
    "max": Name("number", "largest finite element", _statistic(1)),
    "mean": Name("number", "mean of the finite elements", _statistic(2)),
    "std": Name("number", "population standard deviation of the finite elements", _statistic(3)),
    "absmax": Name("number", "largest magnitude of a finite element", ArrayFacts.absmax),
    "zeros": Name("number", "number of zeros", _statistic(4)),
    "nans": Name("number", "number of NaN and NaT", _statistic(5)),
    "infs": Name("number", "number of infinities", _infinities),
    "limit": Name("number", "largest finite number of the element type", lambda a: limit_of(a.type)),
    "denormals": Name("number", "number of denormal elements (of results only)", ArrayFacts.denormals),
    "flat": Name(
        "number",
        "number of elements within 1 % of the range from its ends (of results only)",
        ArrayFacts.flat,
    ),
}
# These look at the elements, which of inputs may have been overwritten.
OF_RESULTS_ONLY = ("denormals", "flat")


def _flag(bit: int) -> Callable[[OperationFacts], Value]:
    return lambda operation: bool(operation.flags & bit)


OPERATION_NAMES: dict[str, Name] = {
    "name": Name("text", "the operation: `name == 'numpy.linalg.*'`", lambda o: o.name),
    "copied_bytes": Name("number", "bytes of results that are copies of inputs", lambda o: o.copied()),
    "bytes_in": Name("number", "bytes of its arrays", lambda o: sum(a.nbytes for a in o.inputs)),
    "bytes_out": Name("number", "bytes of its results", lambda o: sum(a.nbytes for a in o.outputs)),
    "divide": Name("truth", "it divided by zero", _flag(1)),
    "overflow": Name("truth", "a result was too large for its type", _flag(2)),
    "underflow": Name("truth", "a result was too small for its type", _flag(4)),
    "invalid": Name("truth", "a result was not defined", _flag(8)),
}
