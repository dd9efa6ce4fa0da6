"""Everything one run of an Inspector saw."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Iterable
from typing import Any, Protocol

import torch
from torch import nn

from numscope.inspector.kinds import KINDS, Kind
from numscope.inspector.layer import Layer
from numscope.inspector.moments import as_dictionary
from numscope.inspector.series import Series
from numscope.inspector.trace import is_recorded, note


class Keeper(Protocol):
    """Takes what the hooks see.

    `Recording` keeps it in memory, and in the trace if one is being recorded.
    """

    step: int

    def begin_step(self) -> None:
        """Note that a forward pass of the model begins."""

    def keep(self, layer: Layer, kind: Kind, place: str, call: int, tensor: torch.Tensor) -> None:
        """Take in `tensor` before the program goes on and may overwrite it."""


class Recording:
    """The series of all watched layers, and the facts that belong to no layer.

    `step` counts the model's forward passes. `unused_parameters` is None until a backward pass has shown them.
    """

    def __init__(self, series_type: type[Series], layers: Iterable[Layer] = ()) -> None:
        self.layers = list(layers)
        self.step = 0
        self.unused_parameters: list[str] | None = None
        self._series_type = series_type
        self._series: dict[tuple[Layer, Kind, str], Series] = {}
        self._order = itertools.count(1)
        self._lock = threading.Lock()

    def begin_step(self) -> None:
        """Count one more forward pass."""
        self.step += 1

    def keep(self, layer: Layer, kind: Kind, place: str, call: int, tensor: torch.Tensor) -> None:
        """Add `tensor` to its series."""
        key = (layer, kind, place)
        series = self._series.get(key)
        if series is None:
            with self._lock:
                series = self._series.setdefault(key, self._series_type(layer, kind, place))
        series.add(self.step, call, next(self._order), tensor)
        if is_recorded():
            note(self.step, layer, kind, place, call, tensor)

    def series(self, layer: Layer | None = None, kind: Kind | None = None) -> list[Series]:
        """Return the series of a layer, of a kind, or all, in the order in which they began."""
        return [
            series
            for series in self._series.values()
            if (layer is None or series.layer is layer) and (kind is None or series.kind == kind)
        ]

    def records(self) -> list[dict[str, Any]]:
        """Return the figures of every series, in the order of the layers and of `KINDS`."""
        return [
            {
                "layer": layer.name,
                "type": layer.module_type.__name__,
                "kind": kind,
                "place": series.place,
                **series.describe(),
                **as_dictionary(series.total()),
            }
            for layer in self.layers
            for kind in KINDS
            for series in self.series(layer, kind)
        ]

    def silent(self) -> list[str]:
        """Return the names of the layers of which nothing was seen; lists of layers, never called, aside."""
        heard = {series.layer for series in self.series()}
        return [
            layer.title
            for layer in self.layers
            if layer not in heard and layer.module_type.forward is not nn.Module.forward
        ]

    def kinds(self, layer: Layer) -> dict[Kind, list[Series]]:
        """Return the series of a layer by kind."""
        return {kind: several for kind in KINDS if (several := self.series(layer, kind))}
