"""How much each step changes each parameter, held against its size: the ratio of update to weight."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from statistics import median

from numscope.analysis.concepts.step_changes import step_changes
from numscope.analysis.concepts.training_ledger import Ledger, Parameter, grouped

# Steps that are looked at, evenly spread over all, and numbers that are read of them.
_MOST_STEPS = 24
_MOST_NUMBERS = 50_000_000
# What begins as nothing and gets equal steps changes by 1/2, 1/3, ... of itself.
_LARGE = 0.5
_LEAST_STEPS = 4

Key = tuple[int, str]  # process, name
Ratios = tuple[float | None, ...]  # by step


def update_ratios(ledger: Ledger, steps: Sequence[int]) -> dict[Key, Ratios]:
    """Return by step the norm of each parameter's change, divided by its norm before; infinite where that was zero.

    None: the step was not looked at, changed nothing, or its values were not kept. Of several parameters that have
    one name in a process nothing is said.
    """
    parameters = [
        same[0]
        for same in grouped(ledger.parameters, lambda one: (one.process, one.name)).values()
        if len(same) == 1
    ]
    writes = {one: _writes_by_step(ledger, one) for one in parameters}
    numbers = sum(one.size for one, by_step in writes.items() if by_step)
    looked_at = spread(steps, min(_MOST_STEPS, max(2, _MOST_NUMBERS // max(1, numbers))))
    found: dict[Key, dict[int, float]] = defaultdict(dict)
    for step in looked_at:
        written = {one: by_step[step] for one, by_step in writes.items() if step in by_step}
        for parameter, change in step_changes(ledger, written).items():
            if change is not None and math.isfinite(change.change):
                found[parameter.process, parameter.name][step] = change.ratio
    return {key: tuple(by_step.get(step) for step in steps) for key, by_step in found.items()}


def too_large(ratios: Sequence[float | None]) -> str:
    """Return that steps replace a parameter rather than change it; "": they do not."""
    by = replaced_by(ratios)
    return "" if by is None else f"replaced: a step changes it by {by:.2g} times its size"


def replaced_by(ratios: Sequence[float | None]) -> float | None:
    """Return how many times its size later steps change a parameter by, if each replaces it; None: they do not."""
    known = [ratio for ratio in ratios if ratio is not None]
    late = known[len(known) // 2 :]
    if len(known) < _LEAST_STEPS or not all(math.isfinite(ratio) for ratio in late) or min(late) <= _LARGE:
        return None
    return median(late)


def _writes_by_step(ledger: Ledger, parameter: Parameter) -> dict[int, list[int]]:
    by_step: dict[int, list[int]] = defaultdict(list)
    for write in ledger.updates(parameter):
        if write.by_optimizer:
            by_step[write.step].append(write.operation)
    return by_step


def spread(steps: Sequence[int], count: int) -> list[int]:
    """Return at most `count` of the steps, evenly spread, the first and the last among them."""
    if len(steps) <= count:
        return list(steps)
    return [steps[round(place * (len(steps) - 1) / (count - 1))] for place in range(count)]
