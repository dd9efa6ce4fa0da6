"""The units of a layer: which never were anything but zero, and how much of a squashing function is flat."""

from __future__ import annotations

import torch
from torch import nn

RECTIFIERS: tuple[type[nn.Module], ...] = (nn.ReLU, nn.ReLU6)
SQUASHERS: tuple[type[nn.Module], ...] = (nn.Sigmoid, nn.Tanh)

# Outputs beyond which the derivative is below a tenth of its largest value (0.25 for sigmoid, 1 for tanh).
_FLAT_SIGMOID = 0.0257
_FLAT_TANH = 0.9487


def unit_axis(dimensions: int) -> int | None:
    """Return the axis units lie along: channels of images and volumes, else the last; None below two axes.

    (batch, features) and (batch, time, features) have features last; (batch, channels, ...) of four axes and
    more has channels second, as the layers of torch.nn do.
    """
    if dimensions < 2:
        return None
    return 1 if dimensions >= 4 else dimensions - 1


def unit_peaks(values: torch.Tensor) -> torch.Tensor | None:
    """Return each unit's largest magnitude over batch, time and space; None where there are no units."""
    axis = unit_axis(values.dim())
    if axis is None or not values.numel() or not values.is_floating_point():
        return None
    others = [index for index in range(values.dim()) if index != axis]
    return values.detach().abs().amax(dim=others)


def saturated_count(module_type: type[nn.Module], values: torch.Tensor) -> torch.Tensor | None:
    """Return how many outputs of a sigmoid or tanh lie where it is flat; None for any other module."""
    if not issubclass(module_type, SQUASHERS) or not values.is_floating_point():
        return None
    values = values.detach()
    if issubclass(module_type, nn.Sigmoid):
        return ((values < _FLAT_SIGMOID) | (values > 1 - _FLAT_SIGMOID)).sum()
    return (values.abs() > _FLAT_TANH).sum()
