"""Where in a model operations ran: the layer's path, the phase, the training step, for operations of torch."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from numscope.trace import Trace


@dataclass(frozen=True)
class Place:
    """Where in a model an operation ran.

    module: the layer's path (`encoder.layers.3.attn`; "" is the model itself), of a backward operation that of the
    forward operation it belongs to; None: outside all layers. model: the model's class. phase: forward, backward,
    optimizer, or None. step: how many optimiser steps had been made. forward: id of that forward operation.
    """

    module: str | None
    model: str | None
    phase: str | None
    step: int
    forward: int | None

    def __str__(self) -> str:
        layer = None if self.module is None else self.module or f"{self.model or 'the model'} itself"
        return ", ".join(part for part in (layer, self.phase, f"step {self.step}") if part)


def places_of(trace: Trace, ids: Iterable[int]) -> dict[int, Place]:
    """The places of those of these operations that are torch's."""
    rows = trace.ask(
        "select * from modules where operation in (select unnest(?::bigint[]))", [sorted(set(ids))]
    ).to_pylist()
    return {row.pop("operation"): Place(**row) for row in rows}
