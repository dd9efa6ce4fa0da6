"""The statistics of one tensor, or of several taken together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from numscope.inspector.measure import UnreadableTensorError, measure, plain_values
from numscope.inspector.moments import NAN, Moments, as_dictionary, merge_all


def calculate_statistics(tensor: torch.Tensor) -> dict[str, Any]:
    """Return what there is to say about the numbers of `tensor`, whatever its dtype, shape, layout or device.

    `count`, `zeros`, `zero_fraction`, `nan_count` and `inf_count` are of all elements; `mean`, `std`, `var`,
    `min`, `max`, `median`, `norm` (Euclidean) and `rms` (root mean square) of the finite ones, computed in
    float64. `var` and `std` divide by one less than the count and `median` is the lower of two middle values,
    as in torch. What so few elements do not define is NaN. `shape` is a tuple, `dtype` and `device` are text.
    Complex numbers are taken by their magnitude; a tensor without readable values (meta) has `readable` False
    and NaN figures.
    """
    return statistics_of([tensor])


def statistics_of(tensors: Sequence[torch.Tensor]) -> dict[str, Any]:
    """Return the statistics of all the tensors' elements together; shape, dtype and device are the last's."""
    try:
        moments, median = merge_all(measure(tensor) for tensor in tensors), median_of(tensors)
        readable = True
    except UnreadableTensorError:
        moments, median, readable = Moments(), NAN, False
    last = tensors[-1]
    figures: dict[str, Any] = as_dictionary(moments)
    figures["median"] = median
    figures["shape"] = shape_of(last)
    figures["dtype"] = name_of(last.dtype)
    figures["device"] = str(last.device)
    if not readable:
        figures["readable"] = False
    return figures


def median_of(tensors: Sequence[torch.Tensor]) -> float:
    """Return the median of the finite elements of all tensors, the lower of two middle ones; NaN for none.

    Raises UnreadableTensorError.
    """
    parts = []
    for tensor in tensors:
        values, implicit_zeros = plain_values(tensor)
        flat = values.reshape(-1)
        if flat.is_floating_point():
            flat = flat[torch.isfinite(flat)]
        parts.append(flat.double().cpu())
        if implicit_zeros:
            parts.append(torch.zeros(implicit_zeros, dtype=torch.float64))
    together = torch.cat(parts) if parts else torch.empty(0)
    return float(together.median()) if together.numel() else NAN


def name_of(dtype: torch.dtype) -> str:
    """Return the dtype's name without torch's."""
    return str(dtype).removeprefix("torch.")


def shape_of(tensor: torch.Tensor) -> tuple[int, ...]:
    """Return the tensor's shape; that of a nested tensor, whose rows differ, is their number alone."""
    if tensor.is_nested:
        return (tensor.size(0),)
    return tuple(int(size) for size in tensor.shape)
