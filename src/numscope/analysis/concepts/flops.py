"""Floating-point operations of each recorded operation, from its recorded shapes."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from numscope.operations.lore.flops import FORMULAS
from numscope.operations.lore.shapes import Shape, Shapes
from numscope.trace import Trace

# Of operations with a formula only the outermost count: a convolution is done by matrix products inside it.
_OUTERMOST = f"""
    with counted as (
        select operation.id, calls.name, process, thread, time_ns, time_ns + coalesce(duration_ns, 0) as end_ns,
            max(time_ns + coalesce(duration_ns, 0)) over (
                partition by process, thread order by operation.id
                rows between unbounded preceding and 1 preceding) as before_ns
        from recorded_operations operation join calls on call = calls.id
        where not raised and not unfinished and name in ({", ".join(f"'{name}'" for name in FORMULAS)})
    )
    select id, name from counted where before_ns is null or time_ns >= before_ns
"""
# Alike operations have the same slots, in which shapes stand, and the same plain arguments.
_ALIKE = f"""
    with outermost as ({_OUTERMOST}), facts as (
        select operation, list(slot order by slots.place) as slots,
            list(coalesce(text, integer::varchar, real::varchar) order by slots.place) as texts
        from recorded_operands join slots on slot = slots.id
        where role in ('input', 'argument', 'output', 'mutated') and operation in (select id from outermost)
        group by operation
    )
    select name, slots, texts, list(id) as operations
    from outermost left join facts on operation = id group by name, slots, texts
"""
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
    slots = {row["id"]: row for row in trace.sql(_SLOTS).to_pylist()}
    found: dict[int, int] = {}
    unknown: Counter[str] = Counter()
    for row in trace.sql(_ALIKE).to_pylist():
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
