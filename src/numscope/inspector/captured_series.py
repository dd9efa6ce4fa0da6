"""A series that keeps every tensor."""

from __future__ import annotations

import functools
from dataclasses import dataclass

import torch

from numscope.inspector.measure import UnreadableTensorError, measure, plain_values
from numscope.inspector.moments import Moments, merge_all
from numscope.inspector.series import Series
from numscope.inspector.statistics import median_of
from numscope.inspector.units import alive_units, saturated_count


@dataclass(frozen=True)
class Capture:
    """A detached copy on the CPU, of what was seen when."""

    step: int
    call: int
    order: int
    tensor: torch.Tensor

    @functools.cached_property
    def moments(self) -> Moments:
        """The copy's moments, computed when first asked for."""
        return measure(self.tensor)


class CapturedSeries(Series):
    """Keeps a copy of every tensor; everything else is computed from the copies when asked for."""

    _captures: tuple[Capture, ...] = ()

    def add(self, step: int, call: int, order: int, tensor: torch.Tensor) -> None:
        """Keep a copy of `tensor`."""
        self._notice(tensor)
        with self._lock:
            try:
                self._captures = (*self._captures, Capture(step, call, order, _copy_of(tensor)))
            except UnreadableTensorError:
                self.unreadable += 1

    @property
    def count(self) -> int:
        """How many tensors there were."""
        return len(self._captures) + self.unreadable

    def captures(self) -> list[Capture]:
        """Return what was kept in the order of the layer's calls: gradients arrive in the opposite one."""
        return sorted(self._captures, key=lambda capture: capture.call)

    def values(self) -> list[torch.Tensor]:
        """Return the copies, one a call."""
        return [capture.tensor for capture in self.captures()]

    def entries(self) -> list[tuple[int, Moments]]:
        """Return (step, moments) of every call."""
        return [(capture.step, capture.moments) for capture in self.captures()]

    def total(self) -> Moments:
        """Return the moments of all calls."""
        return merge_all(capture.moments for capture in self._captures)

    def median(self) -> float:
        """Return the median over all calls."""
        return median_of(self.values())

    def first_gap(self) -> int | None:
        """Return the order of the first tensor with a NaN or infinity in it, if there was one."""
        gaps = [capture.order for capture in self._captures if capture.moments.gaps]
        return min(gaps, default=None)

    def alive_units(self) -> torch.Tensor | None:
        """Return which units were ever anything but zero, if every call had the same units."""
        found = [alive_units(tensor) for tensor in self.values()]
        known = [alive for alive in found if alive is not None]
        if not known or len(known) < len(found) or len({alive.shape for alive in known}) > 1:
            return None
        return torch.stack(known).any(dim=0)

    def saturated_share(self) -> float | None:
        """Return the share of outputs where the layer's squashing function is flat; None if it is none."""
        counts = [saturated_count(self.layer.module_type, tensor) for tensor in self.values()]
        elements: int = sum(tensor.numel() for tensor in self.values())
        if not elements or any(count is None for count in counts):
            return None
        flat: int = sum(int(count) for count in counts if count is not None)
        return flat / elements


def _copy_of(tensor: torch.Tensor) -> torch.Tensor:
    if tensor.is_meta:
        raise UnreadableTensorError("a meta tensor has no values")
    try:
        copy = tensor.detach().to("cpu", copy=True)
    except (RuntimeError, NotImplementedError) as error:
        raise UnreadableTensorError(str(error)) from error
    plain_values(copy)  # raises where the copy is no tensor of numbers either, as inside torch.func.vmap
    return copy
