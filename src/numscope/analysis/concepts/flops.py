"""Floating-point operations of each recorded operation, from its recorded shapes."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from numscope.operations.lore.flops import FORMULAS
from numscope.operations.lore.shapes import Shape, Shapes
from numscope.trace import Trace

_ALIKE = "from alike_operations([" + ", ".join(f"'{name}'" for name in FORMULAS) + "])"
_SLOTS = """
    select id, role, position, name, shape, kind from slots
    where role in ('input', 'argument', 'output', 'mutated')
"""


@dataclass(frozen=True)
class Flops:
    """of: floating-point operations by id of the operation. unknown: how many of a name had shapes that don't say."""

    of: dict[int, int]
    unknown: dict[str, int]

    @property
    def total(self) -> int:
        """All of them."""
        return sum(self.of.values())


def count_flops(trace: Trace) -> Flops:
    """Count what each outermost operation with a formula computed."""
    slots = {row["id"]: row for row in trace.ask(_SLOTS).to_pylist()}
    found: dict[int, int] = {}
    unknown: Counter[str] = Counter()
    for row in trace.ask(_ALIKE).to_pylist():
        flops = _flops(row["name"], _shapes(row, slots))
        if flops is None:
            unknown[row["name"]] += len(row["operations"])
        else:
            found.update(dict.fromkeys(row["operations"], flops))
    return Flops(found, dict(unknown))


def _flops(name: str, shapes: Shapes) -> int | None:
    try:
        return round(FORMULAS[name](shapes))
    except (LookupError, ValueError, TypeError):
        return None


def _shapes(row: dict[str, Any], slots: dict[int, dict[str, Any]]) -> Shapes:
    inputs: dict[int, tuple[Shape, ...]] = {}
    outputs: dict[int, tuple[Shape, ...]] = {}
    arguments: dict[int | str, str] = {}
    for number, text in zip(row["slots"] or (), row["texts"] or (), strict=True):
        slot = slots[number]
        position = slot["position"]
        if slot["shape"] is not None and position is not None and slot["role"] != "argument":
            side = inputs if slot["role"] == "input" else outputs
            side[position] = (*side.get(position, ()), tuple(slot["shape"]))
        elif text is not None:
            arguments.update({key: text for key in (position, slot["name"]) if key is not None})
    return Shapes(inputs, outputs, arguments)
