"""Where in a model each operation of a trace ran, as columns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from numscope.trace import Trace

_ROWS = """
select operation, coalesce(module, '') path, phase, step,
    case when module = '' then coalesce(model, 'the model') || ' itself' else module end as label
from modules where module is not null or phase is not null order by operation
"""
# Whether it is worth to ask: most traces are of programs without a model.
_ANY = "select 1 from slots where role = 'attribute' and name in ('module', 'phase') limit 1"


@dataclass(frozen=True)
class Layers:
    """One row an operation. layer: 1 + place in `layers`, 0 outside all layers. phase: likewise in `phases`.

    step: of the training. layers: path and label of each; the path of the model itself is "".
    """

    layer: Any
    phase: Any
    step: Any
    layers: tuple[tuple[str, str], ...]
    phases: tuple[str, ...]


def operation_layers(trace: Trace, ids: Any) -> Layers:
    """The layers, phases and steps of the operations with these rising ids."""
    layer, phase, step = (np.zeros(len(ids), np.int64) for _ in range(3))
    layers: dict[tuple[str, str], int] = {}
    phases: dict[str, int] = {}
    found = trace.ask(_ROWS).to_pylist() if trace.ask(_ANY).num_rows else []
    for row, one in zip(np.searchsorted(ids, [one["operation"] for one in found]), found, strict=True):
        if one["label"] is not None:
            layer[row] = 1 + layers.setdefault((one["path"], one["label"]), len(layers))
        if one["phase"] is not None:
            phase[row] = 1 + phases.setdefault(one["phase"], len(phases))
        step[row] = one["step"]
    return Layers(layer, phase, step, tuple(layers), tuple(phases))
