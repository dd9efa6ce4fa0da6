"""Reducing a tensor to its moments, on the device where it lives."""

from __future__ import annotations

import dataclasses
import math
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import torch

import numscope._moments as _moments
from numscope.inspector.moments import Moments

# Floats that NumPy has too, with its letters; the narrower ones become float32, which holds each of them exactly.
_LETTERS = {torch.float16: "e", torch.float32: "f", torch.float64: "d"}
_NARROW = frozenset(
    getattr(torch, name)
    for name in (
        "bfloat16",
        "float8_e4m3fn",
        "float8_e5m2",
        "float8_e4m3fnuz",
        "float8_e5m2fnuz",
        "float8_e8m0fnu",
    )
    if hasattr(torch, name)
)


# Tensors that are what they seem: not a subclass, whose methods may be its own.
_PLAIN = frozenset({torch.Tensor, torch.nn.Parameter})


class UnreadableTensorError(Exception):
    """The tensor has no numbers to read: meta and fake tensors, those inside torch.func transforms."""


# Count, mean, squares, minimum, maximum, zeros, NaN's, infinities: the fields of `Moments`.
Row: TypeAlias = tuple[int, float, float, float, float, int, int, int]


def measure(tensor: torch.Tensor) -> Moments:
    """Return the moments of `tensor`, of any dtype, layout and device, computed in float64.

    Integers and booleans count as numbers, complex numbers by their magnitude, what a sparse tensor leaves out
    as zeros. Raises UnreadableTensorError.
    """
    row = begin_measure(tensor)
    return Moments(*(row if isinstance(row, tuple) else read_row(row.tolist())))


def begin_measure(tensor: torch.Tensor) -> Row | torch.Tensor:
    """Return the fields of the tensor's moments, or on an accelerator a row that will have them, for `read_row`.

    Raises UnreadableTensorError.
    """
    if float_letter(tensor):
        return measure_array(tensor.detach().numpy())  # the common case, kept free of every further question
    if tensor.is_cuda and torch.cuda.is_current_stream_capturing():
        raise UnreadableTensorError("a CUDA graph is being captured: nothing has run yet")
    values, implicit_zeros = plain_values(tensor)
    row = measure_array(values.numpy()) if values.is_cpu else measure_on_device(values)
    if not implicit_zeros:
        return row
    moments = Moments(*(row if isinstance(row, tuple) else read_row(row.tolist())))
    return dataclasses.astuple(moments.merge(Moments(implicit_zeros, 0.0, 0.0, 0.0, 0.0, implicit_zeros)))


def float_letter(tensor: torch.Tensor) -> str | None:
    """Return NumPy's letter of the tensor's floats, if they lie in the CPU's memory one after another; else None.

    Raises UnreadableTensorError if that memory is gone.
    """
    letter = _LETTERS.get(tensor.dtype)
    if letter is None or type(tensor) not in _PLAIN or not tensor.is_cpu or tensor.is_nested:
        return None
    try:
        if not tensor.is_contiguous() or tensor.is_neg():
            return None
        start = tensor.untyped_storage().data_ptr() if tensor.storage_offset() else tensor.data_ptr()
    except RuntimeError:
        return None  # a wrapper of another tensor (torch.func), or not strided
    if not start and tensor.numel():
        raise UnreadableTensorError("a tensor without memory")
    return letter


def plain_values(tensor: torch.Tensor) -> tuple[torch.Tensor, int]:
    """Return the tensor's numbers as a dense real tensor, and how many zeros it doesn't spell out.

    Raises UnreadableTensorError.
    """
    if tensor.is_meta:
        raise UnreadableTensorError("a meta tensor has no values")
    try:
        dense, implicit_zeros = _dense(tensor.detach())
        if dense.is_complex():
            dense = dense.abs()
        elif dense.dtype in _NARROW:
            dense = dense.float()
        if dense.is_cpu:
            dense.numpy()  # asks for the memory: what has none says so here
    except (RuntimeError, NotImplementedError, TypeError) as error:
        raise UnreadableTensorError(str(error)) from error
    return dense, implicit_zeros


def _dense(tensor: torch.Tensor) -> tuple[torch.Tensor, int]:
    if tensor.is_quantized:
        return tensor.dequantize(), 0
    if tensor.is_nested:
        return torch.cat([part.reshape(-1) for part in tensor.unbind()]), 0
    if tensor.layout is torch.sparse_coo:
        values = tensor.coalesce().values()
        return values, tensor.numel() - values.numel()
    if tensor.layout is not torch.strided:
        values = tensor.values()
        return values, tensor.numel() - values.numel()
    return tensor.resolve_conj().resolve_neg(), 0


def measure_array(array: npt.NDArray[np.generic]) -> Row:
    """Return the fields of the moments of an array of floats, integers or booleans."""
    contiguous: Any = array if array.flags.c_contiguous else np.ascontiguousarray(array)
    return _moments.measure(contiguous)


def measure_on_device(values: torch.Tensor) -> torch.Tensor:
    """Return the moments of `values` as a row of eight numbers on the same device, without waiting for it.

    `read_row` makes them `Moments`. The row is float64 where the device has it.
    """
    precise = torch.float32 if values.device.type == "mps" else torch.float64
    flat = values.detach().reshape(-1)
    flat = flat if flat.dtype in (torch.float32, torch.float64) else flat.to(precise)
    if not flat.numel():
        return torch.tensor([0, 0, 0, math.inf, -math.inf, 0, 0, 0], dtype=precise, device=flat.device)
    finite = torch.isfinite(flat)
    count = finite.sum()
    mean = torch.where(finite, flat, 0).sum(dtype=precise) / count.clamp(min=1)
    apart = torch.where(finite, flat - mean.to(flat.dtype), 0)
    # The mean was rounded to the dtype of the numbers; what that moved the squares by is taken out again.
    shift = apart.sum(dtype=precise) / count.clamp(min=1)
    squares = apart.square().sum(dtype=precise) - shift * shift * count
    lowest = torch.where(finite, flat, math.inf).amin()
    highest = torch.where(finite, flat, -math.inf).amax()
    figures = (
        count,
        mean,
        squares.clamp(min=0),
        lowest,
        highest,
        (flat == 0).sum(),
        torch.isnan(flat).sum(),
        torch.isinf(flat).sum(),
    )
    return torch.stack([figure.to(precise) for figure in figures])


def read_row(row: list[float]) -> Row:
    """Return what `measure_on_device` computed, as it came off the device."""
    count, mean, squares, minimum, maximum, zeros, nan_count, inf_count = row
    return int(count), mean, squares, minimum, maximum, int(zeros), int(nan_count), int(inf_count)
