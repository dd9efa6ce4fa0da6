"""What was seen of one kind of tensor at one place of one layer, call after call."""

from __future__ import annotations

import abc
import math
import threading
from collections.abc import Sequence
from typing import Any

import torch
from torch import nn

from numscope.inspector.kinds import Kind
from numscope.inspector.layer import Layer
from numscope.inspector.moments import NAN, Moments, as_dictionary, merge_all
from numscope.inspector.statistics import median_of, name_of, shape_of

BATCH_NORMS: tuple[type[nn.Module], ...] = (nn.BatchNorm1d, nn.BatchNorm2d, nn.BatchNorm3d, nn.SyncBatchNorm)


class Series(abc.ABC):
    """The tensors of one kind at one place of a layer: "" for a plain output, else "[1]", "bias" ..."""

    def __init__(self, layer: Layer, kind: Kind, place: str) -> None:
        self.layer = layer
        self.kind = kind
        self.place = place
        self.unreadable = 0
        self.smallest_batch = math.inf
        self._shape: tuple[int, ...] = ()
        self._dtype = torch.float32
        self._device = torch.device("cpu")
        self._normalises = issubclass(layer.module_type, BATCH_NORMS)
        # DataParallel's replicas and autograd's device threads come in at the same time.
        self._lock = threading.RLock()

    @abc.abstractmethod
    def add(self, step: int, call: int, order: int, tensor: torch.Tensor) -> None:
        """Take in `tensor`, seen in the `call`-th call of its layer, in the model's `step`-th forward pass.

        `order` grows with every tensor of the run. A tensor that can't be read (meta, inside torch.func) is
        counted and otherwise left alone: the program must not fail because somebody watches.
        """

    def _notice(self, tensor: torch.Tensor) -> None:
        self._dtype, self._device = tensor.dtype, tensor.device
        self._shape = shape = shape_of(tensor) if tensor.is_nested else tensor.shape
        if self._normalises and shape:
            with self._lock:
                self.smallest_batch = min(self.smallest_batch, shape[0])

    @property
    @abc.abstractmethod
    def count(self) -> int:
        """How many tensors there were."""

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the last tensor."""
        return tuple(int(size) for size in self._shape)

    @property
    def dtype(self) -> str:
        """The dtype of the last tensor."""
        return name_of(self._dtype)

    @property
    def device(self) -> str:
        """The device the last tensor was on."""
        return str(self._device)

    @abc.abstractmethod
    def entries(self) -> list[tuple[int, Moments]]:
        """Return (step, moments) of what was seen, in order."""

    @abc.abstractmethod
    def total(self) -> Moments:
        """Return the moments of everything seen."""

    @abc.abstractmethod
    def median(self) -> float:
        """Return the median of everything seen, NaN where the values weren't kept."""

    @abc.abstractmethod
    def first_gap(self) -> int | None:
        """Return the order of the first tensor with a NaN or infinity in it, if there was one."""

    @abc.abstractmethod
    def alive_units(self) -> torch.Tensor | None:
        """Return which units were ever anything but zero, or None where that isn't known."""

    @abc.abstractmethod
    def saturated_share(self) -> float | None:
        """Return the share of outputs where the layer's squashing function is flat; None if it is none."""

    def values(self) -> list[torch.Tensor]:
        """Return the tensors kept: none, where only statistics are."""
        return []

    def statistics(self) -> dict[str, Any]:
        """Return the figures of `calculate_statistics` over everything seen."""
        return {**as_dictionary(self.total()), "median": self.median(), **self.describe()}

    def describe(self) -> dict[str, Any]:
        """Return shape, dtype, device and how many tensors there were."""
        facts: dict[str, Any] = {
            "calls": self.count,
            "shape": self.shape,
            "dtype": self.dtype,
            "device": self.device,
        }
        if self.unreadable:
            facts["unreadable"] = self.unreadable
        return facts


def statistics_together(several: Sequence[Series]) -> dict[str, Any]:
    """Return the figures of several series over all their numbers; shape and dtype are the first's."""
    values = [tensor for series in several for tensor in series.values()]
    return {
        **as_dictionary(merge_all(series.total() for series in several)),
        "median": median_of(values) if values else NAN,
        **several[0].describe(),
    }
