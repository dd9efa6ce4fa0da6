"""Arrays laid out in memory as they were: strides, alignment, and what overlapped what.

NumPy's results depend on all three: sums of strided data are taken in another order, BLAS and vector loops treat
unaligned heads apart, and an operation in place has the same memory on both sides.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from .refusal import CannotReplayError

_LINE = 64
# A view of a few elements of a huge array is laid out closely instead.
_MOST_SPREAD = 64
_ALWAYS_SPREAD = 1 << 20
# A few elements broadcast to gigabytes: reading them takes long, and says little.
_MOST_REPEATED, _MOST_TIMES = 1 << 32, 1 << 16


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
        _check(shape, strides, self.bytes)
        self.strides, self.low, self.high = _extent(dtype, shape, strides, count)
        if self.high - self.low > _MOST_SPREAD * self.bytes + _ALWAYS_SPREAD:
            self.strides, self.low, self.high = _packed(dtype, shape), 0, self.bytes
        self.c_order = self.strides == _packed(dtype, shape) or count <= 1
        self.fortran_order = self.strides == _packed(dtype, shape[::-1])[::-1]
        self.span = self.high - self.low


def _check(shape: tuple[int, ...], strides: tuple[int, ...], size: int) -> None:
    """Raise CannotReplayError for a form that no array has, or that shows little memory far too many times."""
    if len(shape) != len(strides) or any(length < 0 for length in shape):
        raise CannotReplayError(f"its operand has the shape {shape} and the strides {strides}")
    apart = 1
    for length, stride in zip(shape, strides, strict=True):
        apart *= length if stride else 1
    repeated = 1
    for length, stride in zip(shape, strides, strict=True):
        repeated *= length if not stride else 1
    if size > _MOST_REPEATED and repeated > _MOST_TIMES * apart:
        raise CannotReplayError(f"its operand shows the same elements {repeated:,} times")


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


# The bytes of an array, and whether they are in Fortran order; a plain tuple, as one is made for every operand.
Content = tuple[bytes | bytearray, bool]


class Arena:
    """Memory for the arrays of one operation at a time, taken from the front."""

    def __init__(self, size: int = 1 << 16) -> None:
        self._used = 0
        self._reserve(size)

    def clear(self) -> None:
        """Give the memory to the next operation: arrays made before must no longer be used."""
        self._used = 0

    def filler(self, arrays: list[Any]) -> Callable[..., None]:
        """What puts bytes, in C order, into arrays that were made here: takes those of each array, or none."""
        home = self._memory.ctypes.data
        places = [(array.ctypes.data - home, array.nbytes) for array in arrays]
        gaps, end = [], 0
        for begin, size in places:
            gaps.append(begin - end)
            end = begin + size
        if all(gap >= 0 for gap in gaps):
            form = "".join(f"{gap}x{size}s" for gap, (_, size) in zip(gaps, places, strict=True))
            return partial(struct.Struct(form).pack_into, self.view, 0)
        return _Overlapping([self.view[begin : begin + size] for begin, size in places])

    def _reserve(self, size: int) -> None:
        raw = np.zeros(size + _LINE, np.uint8)
        shift = -raw.ctypes.data % _LINE
        self._memory = raw[shift : shift + size]
        self.view = memoryview(self._memory)  # type: ignore[arg-type]

    def _take(self, size: int, remainder: int) -> int:
        """The offset of `size` free bytes whose address leaves `remainder` to a cache line."""
        start = (self._used + _LINE - 1 & -_LINE) + remainder
        if start + size > len(self.view):
            # Arrays made before keep the old memory alive.
            self._reserve(max(2 * len(self.view), size + _LINE))
            start = remainder
        self._used = start + size
        return start

    def build(self, forms: list[Form], addresses: list[int], contents: list[Content | None]) -> list[Any]:
        """Arrays of these forms that overlap as memory at these addresses does; without content, zeros or leftovers."""
        arrays: list[Any] = [None] * len(forms)
        for group in _overlapping(forms, addresses):
            if len(group) == 1:
                index = group[0]
                form = forms[index]
                first = addresses[index] + form.low
                start = self._take(form.span, first & (_LINE - 1))
                arrays[index] = self._array(form, start - form.low, contents[index])
                continue
            first = min(addresses[index] + forms[index].low for index in group)
            last = max(addresses[index] + forms[index].high for index in group)
            start = self._take(last - first, first & (_LINE - 1))
            for index in group:
                arrays[index] = self._array(forms[index], start + addresses[index] - first, contents[index])
        return arrays

    def _array(self, form: Form, offset: int, content: Content | None) -> Any:
        array = np.ndarray(form.shape, form.dtype, self._memory, offset, form.strides)
        if content is not None:
            data, fortran = content
            if form.fortran_order if fortran else form.c_order:
                self.view[offset : offset + form.bytes] = data
            else:
                array[...] = as_array(content, form)
        if form.read_only:
            array.flags.writeable = False
        return array


class _Overlapping:
    """Puts bytes into memory part by part, which may overlap."""

    def __init__(self, parts: list[Any]) -> None:
        self._parts = parts

    def __call__(self, *contents: bytes) -> None:
        for part, content in zip(self._parts, contents, strict=True):
            if content:
                part[:] = content


def as_array(content: Content, form: Form) -> Any:
    """The content as a read-only array by itself."""
    data, fortran = content
    if not data:
        return np.empty(form.shape, form.dtype)
    return np.frombuffer(data, form.dtype).reshape(form.shape, order="F" if fortran else "C")


def _overlapping(forms: list[Form], addresses: list[int]) -> list[list[int]]:
    """The numbers of the arrays, those together that share memory."""
    if len(forms) == 1:
        return [[0]]
    if len(forms) == 2:
        first, second = addresses[0] + forms[0].low, addresses[1] + forms[1].low
        if first + forms[0].span <= second or second + forms[1].span <= first:
            return [[0], [1]]
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
    return sorted(groups)
