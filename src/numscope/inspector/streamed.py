"""A series that keeps statistics only."""

from __future__ import annotations

from collections.abc import Iterator

import torch

from numscope.inspector.history import History
from numscope.inspector.kinds import Kind
from numscope.inspector.layer import Layer
from numscope.inspector.measure import Row, UnreadableTensorError, begin_measure, read_row
from numscope.inspector.moments import NAN, Moments
from numscope.inspector.series import Series
from numscope.inspector.units import RECTIFIERS, SQUASHERS, UnitTracker, saturated_count

# Figures are put aside and added up this many at a time: on an accelerator one wait instead of 64, and on a CPU
# a third of the time, because the code that adds them up is then warm.
_ROWS_ASIDE = 64


class StreamedSeries(Series):
    """Keeps the moments of each step, and of layers that rectify or squash which units are dead or flat."""

    def __init__(self, layer: Layer, kind: Kind, place: str) -> None:
        super().__init__(layer, kind, place)
        self._history = History()
        self._aside: list[tuple[int, int, Row | torch.Tensor]] = []
        self._gap: int | None = None
        self._flat: torch.Tensor | None = None
        rectifies = kind == "activations" and issubclass(layer.module_type, RECTIFIERS)
        self._units = UnitTracker() if rectifies else None
        self._squashes = kind == "activations" and issubclass(layer.module_type, SQUASHERS)

    def _take(self, step: int, call: int, order: int, tensor: torch.Tensor) -> None:
        if tensor.is_cuda and torch.cuda.is_current_stream_capturing():
            raise UnreadableTensorError("a CUDA graph is being captured: nothing has run yet")
        self._aside.append((step, order, begin_measure(tensor)))
        if self._units:
            self._units.follow(tensor)
        if self._squashes:
            flat = saturated_count(self.layer.module_type, tensor)
            self._flat = flat if self._flat is None or flat is None else self._flat + flat
        if len(self._aside) >= _ROWS_ASIDE:
            self._add_up()

    def _add_up(self) -> None:
        aside, self._aside = self._aside, []
        fetched = _fetch([row for _, _, row in aside if isinstance(row, torch.Tensor)])
        for step, order, row in aside:
            moments = Moments(*row) if isinstance(row, tuple) else next(fetched[row.device])
            self._history.add(step, moments)
            if self._gap is None and moments.gaps:
                self._gap = order

    def entries(self) -> list[tuple[int, Moments]]:
        """Return (step, moments), in a long run of several steps together."""
        self._add_up()
        return self._history.entries()

    def total(self) -> Moments:
        """Return the moments of all steps."""
        self._add_up()
        return self._history.total()

    def median(self) -> float:
        """Return NaN: a median needs the values."""
        return NAN

    def first_gap(self) -> int | None:
        """Return the order of the first tensor with a NaN or infinity in it, if there was one."""
        self._add_up()
        return self._gap

    def unit_peaks(self) -> torch.Tensor | None:
        """Return the largest magnitude of each unit lately; known for rectifiers only."""
        return self._units.peaks() if self._units else None

    def saturated_share(self) -> float | None:
        """Return the share of outputs where the layer's squashing function is flat; None if it is none."""
        elements = self.total().total
        return float(self._flat) / elements if self._flat is not None and elements else None


def _fetch(rows: list[torch.Tensor]) -> dict[torch.device, Iterator[Moments]]:
    """Return what the rows hold, by device, waiting once for each."""
    by_device: dict[torch.device, list[torch.Tensor]] = {}
    for row in rows:
        by_device.setdefault(row.device, []).append(row)
    return {device: map(read_row, torch.stack(found).tolist()) for device, found in by_device.items()}
