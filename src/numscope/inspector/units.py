"""The units of a layer: which never were anything but zero, and how much of a squashing function is flat."""

from __future__ import annotations

import math

import torch
from torch import nn

import numscope._moments as _moments

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


def alive_units(values: torch.Tensor) -> torch.Tensor | None:
    """Return which units are anything but zero somewhere in batch, time and space; None where there are no units."""
    if values.layout is not torch.strided or values.is_nested:
        return None
    axis = unit_axis(values.dim())
    if axis is None or not values.numel() or not values.is_floating_point():
        return None
    others = [index for index in range(values.dim()) if index != axis]
    values = values.detach()
    # Floats of one byte have no comparisons of their own.
    return ((values.float() if values.element_size() == 1 else values) != 0).any(dim=others)


def saturated_count(module_type: type[nn.Module], values: torch.Tensor) -> torch.Tensor | None:
    """Return how many outputs of a sigmoid or tanh lie where it is flat; None for any other module."""
    if not issubclass(module_type, SQUASHERS) or not values.is_floating_point():
        return None
    values = values.detach()
    if issubclass(module_type, nn.Sigmoid):
        return ((values < _FLAT_SIGMOID) | (values > 1 - _FLAT_SIGMOID)).sum()
    return (values.abs() > _FLAT_TANH).sum()


class UnitTracker:
    """Which units of a rectifier's output were anything but zero lately: in the last 256 to 512 calls.

    A unit that was alive early on and died is found, and once every unit has been seen alive the rest of the
    256 calls needs no look: in a healthy layer the first call settles it.
    """

    _WINDOW = 256

    def __init__(self) -> None:
        self._before: torch.Tensor | None = None
        self._now: torch.Tensor | None = None
        self._flags = bytearray()  # the same of outputs that lie in the CPU's memory
        self._shape: torch.Size | None = None  # of those outputs
        self._outer = self._inner = 1
        self._calls = 0
        self._all_alive = False

    def follow(self, outputs: torch.Tensor, letter: str | None) -> None:
        """Take in the outputs of one call; `letter` is their `float_letter`."""
        if self._calls == self._WINDOW:
            self._before, self._now = self._lately(), None
            self._flags, self._shape = bytearray(), None
            self._calls, self._all_alive = 0, False
        self._calls += 1
        if self._all_alive:
            return
        if letter is None or not (outputs.shape == self._shape or self._lay_out(outputs.shape)):
            self._now = _either(self._now, alive_units(outputs))
            return
        self._all_alive = not _moments.find_alive(
            outputs.data_ptr(), self._outer, self._inner, letter, self._flags
        )

    def _lay_out(self, shape: torch.Size) -> bool:
        """Make room for the units of outputs of that shape; False: there are none."""
        axis = unit_axis(len(shape))
        if axis is None or not shape.numel():
            return False
        if len(self._flags) != shape[axis]:
            self._flags = bytearray(shape[axis])
        self._shape = shape
        self._outer, self._inner = math.prod(shape[:axis]), math.prod(shape[axis + 1 :])
        return True

    def alive(self) -> torch.Tensor | None:
        """Return which units were anything but zero lately."""
        return _either(self._before, self._lately())

    def _lately(self) -> torch.Tensor | None:
        return _either(self._now, torch.frombuffer(self._flags, dtype=torch.bool) if self._flags else None)


def _either(some: torch.Tensor | None, others: torch.Tensor | None) -> torch.Tensor | None:
    """Return which units either has alive; the latter alone where the former are of a different layer shape."""
    if some is None or others is None:
        return others if some is None else some
    if some.shape != others.shape or some.device != others.device:
        return others
    return some | others
