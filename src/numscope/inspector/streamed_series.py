"""A series that keeps statistics only."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

import torch

import numscope._moments as _moments
from numscope.inspector.kinds import Kind
from numscope.inspector.layer import Layer
from numscope.inspector.measure import Row, UnreadableTensorError, begin_measure, float_letter, read_row
from numscope.inspector.moments import NAN, Moments, merge_all
from numscope.inspector.series import Series
from numscope.inspector.units import RECTIFIERS, SQUASHERS, UnitTracker, saturated_count

# Rows on an accelerator are put aside and fetched this many at a time: one wait instead of 64.
_ROWS_ASIDE = 64


class StreamedSeries(Series):
    """Keeps the moments of each step, and of layers that rectify or squash which units are dead or flat."""

    def __init__(self, layer: Layer, kind: Kind, place: str) -> None:
        super().__init__(layer, kind, place)
        self._history = _moments.History()
        self._aside: deque[tuple[int, int, torch.Tensor]] = deque()
        self._letter: str | None = None
        self._flat: torch.Tensor | None = None
        rectifies = kind == "activations" and issubclass(layer.module_type, RECTIFIERS)
        self._units = UnitTracker() if rectifies else None
        self._squashes = kind == "activations" and issubclass(layer.module_type, SQUASHERS)
        self._follows = rectifies or self._squashes

    def add(self, step: int, call: int, order: int, tensor: torch.Tensor) -> None:
        """Add the tensor's moments to the history.

        Half of what this costs is code and objects that the caches do not hold: the common case asks and makes as
        little as it can, and takes no lock, which the history does not need.
        """
        letter = None
        try:
            if letter := float_letter(tensor):
                self._history.measure(step, order, tensor.data_ptr(), tensor.numel(), letter)
            else:
                self._take(step, order, tensor)
            if self._follows:
                with self._lock:
                    self._follow(tensor, letter)
        except UnreadableTensorError:
            with self._lock:
                self.unreadable += 1
        if letter is None or letter != self._letter or tensor.shape != self._shape:
            self._notice(tensor)
            self._letter = letter

    def _take(self, step: int, order: int, tensor: torch.Tensor) -> None:
        row = begin_measure(tensor)
        if isinstance(row, tuple):
            self._history.add(step, order, row)
            return
        self._aside.append((step, order, row))
        if len(self._aside) >= _ROWS_ASIDE:
            self._fetch()

    def _follow(self, tensor: torch.Tensor, letter: str | None) -> None:
        if self._units:
            self._units.follow(tensor, letter)
        if self._squashes:
            flat = saturated_count(self.layer.module_type, tensor)
            self._flat = flat if self._flat is None or flat is None else self._flat + flat

    def _fetch(self) -> _moments.History:
        with self._lock:
            aside = [self._aside.popleft() for _ in range(len(self._aside))]
            rows = _rows_of([row for _, _, row in aside])
            for step, order, row in aside:
                self._history.add(step, order, next(rows[row.device]))
        return self._history

    @property
    def count(self) -> int:
        """How many tensors there were."""
        return self._fetch().count + self.unreadable

    def entries(self) -> list[tuple[int, Moments]]:
        """Return (step, moments), in a long run of several steps together."""
        return [(step, Moments(*row)) for step, row in self._fetch().entries()]

    def total(self) -> Moments:
        """Return the moments of all steps."""
        return merge_all(moments for _, moments in self.entries())

    def median(self) -> float:
        """Return NaN: a median needs the values."""
        return NAN

    def first_gap(self) -> int | None:
        """Return the order of the first tensor with a NaN or infinity in it, if there was one."""
        return self._fetch().gap

    def alive_units(self) -> torch.Tensor | None:
        """Return which units were anything but zero lately; known for rectifiers only."""
        return self._units.alive() if self._units else None

    def saturated_share(self) -> float | None:
        """Return the share of outputs where the layer's squashing function is flat; None if it is none."""
        elements = self.total().total
        return float(self._flat) / elements if self._flat is not None and elements else None


def _rows_of(rows: list[torch.Tensor]) -> dict[torch.device, Iterator[Row]]:
    """Return what the rows hold, by device, waiting once for each."""
    by_device: dict[torch.device, list[torch.Tensor]] = {}
    for row in rows:
        by_device.setdefault(row.device, []).append(row)
    return {device: map(read_row, torch.stack(found).tolist()) for device, found in by_device.items()}
