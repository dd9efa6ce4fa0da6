"""What was captured, as plain dictionaries of lists of tensors."""

from __future__ import annotations

from typing import TypeAlias

import torch

from numscope.inspector.captured_series import CapturedSeries
from numscope.inspector.exceptions import InspectionError
from numscope.inspector.kinds import Kind
from numscope.inspector.layer import Layer
from numscope.inspector.matching import LayerNames
from numscope.inspector.recording import Recording

Value: TypeAlias = "torch.Tensor | dict[str, torch.Tensor]"
ByKind: TypeAlias = "dict[Kind, list[Value]]"


class CapturedData(dict[str, ByKind]):
    """By layer name, then by kind, a list with one entry for each call of the layer.

    An entry is a detached tensor on the CPU; where a layer has several (a tuple or dictionary returned,
    weight and bias) it is a dictionary of them by place. A shared module is found under each of its names.
    Raises LayerNotFoundError for a name that is none, InspectionError for a layer of which nothing was kept.
    """

    def __init__(self, names: LayerNames) -> None:
        super().__init__()
        self._names = names

    def __missing__(self, name: str) -> ByKind:
        first = self._names.resolve(name)
        if first in self:
            return self[first]
        raise InspectionError(
            f"nothing was captured of layer {name!r}: watch it, then call run_inspection(batch); "
            "inside 'with inspector:' only statistics are kept"
        )


def captured_data(names: LayerNames, recording: Recording) -> CapturedData:
    """Return the tensors that `recording` kept."""
    data = CapturedData(names)
    for layer in recording.layers:
        by_kind = {kind: _calls(recording, layer, kind) for kind in recording.kinds(layer)}
        kept = {kind: calls for kind, calls in by_kind.items() if calls}
        if kept:
            data[layer.name] = kept
    return data


def _calls(recording: Recording, layer: Layer, kind: Kind) -> list[Value]:
    places: dict[str, dict[int, torch.Tensor]] = {}
    for series in recording.series(layer, kind):
        if isinstance(series, CapturedSeries):
            places[series.place] = {capture.call: capture.tensor for capture in series.captures()}
    if len(places) == 1:
        (tensors,) = places.values()
        return list(tensors.values())
    calls = sorted({call for tensors in places.values() for call in tensors})
    return [{place: tensors[call] for place, tensors in places.items() if call in tensors} for call in calls]
