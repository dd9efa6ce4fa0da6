"""A series that keeps statistics only."""

from __future__ import annotations

import torch

from numscope.inspector.history import History
from numscope.inspector.kinds import Kind
from numscope.inspector.layer import Layer
from numscope.inspector.measure import (
    UnreadableTensorError,
    measure,
    measure_on_device,
    plain_values,
    read_row,
)
from numscope.inspector.moments import NAN, Moments
from numscope.inspector.series import Series
from numscope.inspector.units import RECTIFIERS, SQUASHERS, saturated_count, unit_peaks

# Rows of figures left on an accelerator before they are fetched together: one wait for many steps.
_ROWS_WAITING = 64


class StreamedSeries(Series):
    """Keeps the moments of each step, and of layers that rectify or squash which units are dead or flat."""

    def __init__(self, layer: Layer, kind: Kind, place: str) -> None:
        super().__init__(layer, kind, place)
        self._history = History()
        self._waiting: list[tuple[int, int, torch.Tensor]] = []
        self._gap: int | None = None
        self._peaks: torch.Tensor | None = None
        self._flat: torch.Tensor | None = None
        self._rectifies = kind == "activations" and issubclass(layer.module_type, RECTIFIERS)
        self._squashes = kind == "activations" and issubclass(layer.module_type, SQUASHERS)

    def _take(self, step: int, call: int, order: int, tensor: torch.Tensor) -> None:
        if tensor.is_cpu:
            self._note(step, order, measure(tensor))
        else:
            self._leave_on_device(step, order, tensor)
        if self._rectifies:
            self._follow_units(tensor)
        if self._squashes:
            flat = saturated_count(self.layer.module_type, tensor)
            self._flat = flat if self._flat is None or flat is None else self._flat + flat

    def _note(self, step: int, order: int, moments: Moments) -> None:
        self._history.add(step, moments)
        if self._gap is None and moments.gaps:
            self._gap = order

    def _leave_on_device(self, step: int, order: int, tensor: torch.Tensor) -> None:
        """Queue the reductions behind the program's own work, and wait for nothing."""
        if tensor.is_cuda and torch.cuda.is_current_stream_capturing():
            raise UnreadableTensorError("a CUDA graph is being captured: nothing has run yet")
        values, implicit_zeros = plain_values(tensor)
        if implicit_zeros:
            self._note(step, order, measure(tensor))
            return
        self._waiting.append((step, order, measure_on_device(values)))
        if len(self._waiting) >= _ROWS_WAITING:
            self._fetch()

    def _fetch(self) -> None:
        waiting, self._waiting = self._waiting, []
        by_device: dict[torch.device, list[torch.Tensor]] = {}
        for _, _, row in waiting:
            by_device.setdefault(row.device, []).append(row)
        fetched = {device: iter(torch.stack(rows).tolist()) for device, rows in by_device.items()}
        for step, order, row in waiting:
            self._note(step, order, read_row(next(fetched[row.device])))

    def _follow_units(self, tensor: torch.Tensor) -> None:
        peaks = unit_peaks(tensor)
        before = self._peaks
        if before is None or peaks is None or before.shape != peaks.shape or before.device != peaks.device:
            self._peaks = peaks
        else:
            self._peaks = torch.maximum(before, peaks)

    def entries(self) -> list[tuple[int, Moments]]:
        """Return (step, moments), in a long run of several steps together."""
        self._fetch()
        return self._history.entries()

    def total(self) -> Moments:
        """Return the moments of all steps."""
        self._fetch()
        return self._history.total()

    def median(self) -> float:
        """Return NaN: a median needs the values."""
        return NAN

    def first_gap(self) -> int | None:
        """Return the order of the first tensor with a NaN or infinity in it, if there was one."""
        self._fetch()
        return self._gap

    def unit_peaks(self) -> torch.Tensor | None:
        """Return the largest magnitude of each unit over all steps; known for rectifiers only."""
        return self._peaks

    def saturated_share(self) -> float | None:
        """Return the share of outputs where the layer's squashing function is flat; None if it is none."""
        elements = self.total().total
        return float(self._flat) / elements if self._flat is not None and elements else None
