"""Arrays laid out in memory as they were: strides, alignment, and what overlapped what.

NumPy's results depend on all three: sums of strided data are taken in another order, BLAS and vector loops treat
unaligned heads apart, and an operation in place has the same memory on both sides.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

_LINE = 64
# A view of a few elements of a huge array is laid out closely instead.
_MOST_SPREAD = 64
_ALWAYS_SPREAD = 1 << 20


class Form:
    """How an array lies in memory; low and high: its bytes, counted from its first element."""

    def __init__(
        self, dtype: np.dtype[Any], shape: tuple[int, ...], strides: tuple[int, ...], read_only: bool
    ) -> None:
        self.dtype, self.shape, self.read_only = dtype, shape, read_only
        count = 1
        for length in shape:
            count *= length
        self.bytes = count * dtype.itemsize
        self.strides, self.low, self.high = _extent(dtype, shape, strides, count)
        if self.high - self.low > _MOST_SPREAD * self.bytes + _ALWAYS_SPREAD:
            self.strides, self.low, self.high = _packed(dtype, shape), 0, self.bytes
        self.c_order = self.strides == _packed(dtype, shape) or count <= 1
        self.fortran_order = self.strides == _packed(dtype, shape[::-1])[::-1]

    def make(self, memory: Any, offset: int) -> Any:
        """The array whose first element is at `offset` of `memory`."""
        return np.ndarray(self.shape, self.dtype, memory, offset, self.strides)


def _packed(dtype: np.dtype[Any], shape: tuple[int, ...]) -> tuple[int, ...]:
    strides = []
    step = dtype.itemsize
    for length in reversed(shape):
        strides.append(step)
        step *= max(length, 1)
    return tuple(reversed(strides))


def _extent(
    dtype: np.dtype[Any], shape: tuple[int, ...], strides: tuple[int, ...], count: int
) -> tuple[tuple[int, ...], int, int]:
    if not count:
        return _packed(dtype, shape), 0, 0
    steps = [(length - 1) * stride for length, stride in zip(shape, strides, strict=False)]
    low = sum(step for step in steps if step < 0)
    return strides, low, sum(step for step in steps if step > 0) + dtype.itemsize


@dataclass
class Content:
    """The bytes of an array, in Fortran order or in C order."""

    data: bytes
    fortran: bool = False


class Arena:
    """Memory for the arrays of one operation at a time, taken from the front."""

    def __init__(self, size: int = 1 << 16) -> None:
        self._used = 0
        self._reserve(size)

    def clear(self) -> None:
        """Give the memory to the next operation: arrays made before must no longer be used."""
        self._used = 0

    def _reserve(self, size: int) -> None:
        raw = np.zeros(size + _LINE, np.uint8)
        shift = -raw.ctypes.data % _LINE
        self._memory = raw[shift : shift + size]
        self._view = memoryview(self._memory)  # type: ignore[arg-type]

    def _take(self, size: int, remainder: int) -> int:
        """The offset of `size` free bytes whose address leaves `remainder` to a cache line."""
        start = -(-self._used // _LINE) * _LINE + remainder
        if start + size > len(self._view):
            # Arrays made before keep the old memory alive.
            self._reserve(max(2 * len(self._view), size + _LINE))
            start = remainder
        self._used = start + size
        return start

    def build(self, forms: list[Form], addresses: list[int], contents: list[Content | None]) -> list[Any]:
        """Arrays of these forms that overlap as memory at these addresses does; without content, zeros or leftovers."""
        arrays: list[Any] = [None] * len(forms)
        for group in _overlapping(forms, addresses):
            first = min(addresses[index] + forms[index].low for index in group)
            last = max(addresses[index] + forms[index].high for index in group)
            start = self._take(last - first, first % _LINE)
            for index in group:
                form, content = forms[index], contents[index]
                offset = start + addresses[index] - first
                array = form.make(self._memory, offset)
                if content is not None:
                    self._fill(array, form, offset, content)
                if form.read_only:
                    array.flags.writeable = False
                arrays[index] = array
        return arrays

    def _fill(self, array: Any, form: Form, offset: int, content: Content) -> None:
        if form.c_order if not content.fortran else form.fortran_order:
            self._view[offset : offset + form.bytes] = content.data
        else:
            array[...] = as_array(content, form)


def as_array(content: Content, form: Form) -> Any:
    """The content as a read-only array by itself."""
    if not content.data:
        return np.empty(form.shape, form.dtype)
    return np.frombuffer(content.data, form.dtype).reshape(form.shape, order="F" if content.fortran else "C")


def _overlapping(forms: list[Form], addresses: list[int]) -> list[list[int]]:
    """The numbers of the arrays, those together that share memory."""
    if len(forms) == 1:
        return [[0]]
    order = sorted(range(len(forms)), key=lambda index: addresses[index] + forms[index].low)
    groups: list[list[int]] = []
    end = -1
    for index in order:
        start = addresses[index] + forms[index].low
        if groups and start < end and forms[index].bytes:
            groups[-1].append(index)
        else:
            groups.append([index])
        end = max(end, addresses[index] + forms[index].high)
    return groups
