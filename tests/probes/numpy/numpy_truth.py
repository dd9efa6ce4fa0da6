"""What the recorder should have found in an array, computed by other means."""

from __future__ import annotations

import math
from itertools import cycle
from typing import Any

import numpy as np
import xxhash

Array = np.ndarray[Any, Any]


def content(array: Array) -> tuple[bytes, bool]:
    """The bytes that are hashed and kept, and whether they are in Fortran order."""
    fortran = bool(array.flags.f_contiguous and not array.flags.c_contiguous)
    # As raw memory: copying a structure field by field would leave the gaps between its fields to chance.
    raw = array.view(f"V{array.dtype.itemsize}") if array.dtype.fields else array
    data = raw.tobytes(order="F" if fortran else "C")
    used = used_bytes(array.dtype) if is_written_as_fields(array.dtype) else [True]
    if not all(used):
        data = bytes(byte if is_used else 0 for byte, is_used in zip(data, cycle(used), strict=False))
    return data, fortran


def is_written_as_fields(dtype: np.dtype[Any]) -> bool:
    """Whether the dtype says where its fields lie; of those that overlap NumPy writes down only that they are bytes."""
    try:
        return bool(dtype.descr) and dtype.itemsize <= 8 << 10
    except ValueError:
        return False


def used_bytes(dtype: np.dtype[Any]) -> list[bool]:
    """For each byte of an element whether it belongs to a value, and is no padding."""
    if dtype.subdtype:
        base, shape = dtype.subdtype
        return used_bytes(base) * math.prod(shape)
    if dtype.fields:
        used = [False] * dtype.itemsize
        for field in dtype.fields.values():
            for at, is_used in enumerate(used_bytes(field[0]), field[1]):
                used[at] |= is_used
        return used
    if dtype.char in "gG" and np.finfo(np.longdouble).nmant == 63:
        number = [True] * 10 + [False] * 6
        return (number if dtype.isnative else number[::-1]) * (dtype.itemsize // 16)
    return [True] * dtype.itemsize


def content_hash(array: Array) -> str:
    """The 128-bit hash as hexadecimal text: of the bytes, with that of the .npy header's dictionary in both halves."""
    data, fortran = content(array)
    description = np.lib.format.dtype_to_descr(array.dtype)
    header = f"{{'descr': {description!r}, 'fortran_order': {fortran}, 'shape': {array.shape!r}, }}"
    seed = xxhash.xxh3_64_intdigest(header.encode())
    turned = (seed << 32 | seed >> 32) & (1 << 64) - 1
    return f"{xxhash.xxh3_128_intdigest(data) ^ (turned << 64 | seed):032x}"


def magnitudes(array: Array) -> Array | None:
    """The real numbers whose statistics are taken, in the widest type there is; None if the elements are none."""
    flat = array.astype(array.dtype.newbyteorder("=")).reshape(-1)
    if flat.dtype.kind in "mM":
        ticks = flat.view("i8")
        numbers = ticks.astype(np.longdouble)
        numbers[ticks == np.iinfo("i8").min] = np.nan
        return numbers
    if flat.dtype.kind == "c":
        # What is more than a double holds counts as infinite.
        return np.abs(flat.astype(np.clongdouble)).astype(float).astype(np.longdouble)
    if flat.dtype.kind in "biuf":
        return flat.astype(float).astype(np.longdouble)
    return None


def statistics(array: Array) -> dict[str, float] | None:
    """Minimum, maximum, mean, deviation over the finite elements; zeros, NaN and infinities."""
    numbers = magnitudes(array)
    if numbers is None:
        return None
    finite = numbers[np.isfinite(numbers)]
    nothing = finite.size == 0
    with np.errstate(all="ignore"):
        found = {
            "minimum": np.nan if nothing else float(finite.min()),
            "maximum": np.nan if nothing else float(finite.max()),
            "mean": np.nan if nothing else float(finite.mean()),
            "deviation": np.nan if nothing else float(finite.std()),
        }
    return found | {
        "zeros": int((numbers == 0).sum()),
        "nans": int(np.isnan(numbers).sum()),
        "positive_infinities": int((numbers == np.inf).sum()),
        "negative_infinities": int((numbers == -np.inf).sum()),
    }
