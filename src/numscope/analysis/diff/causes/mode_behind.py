"""Modes that are in no operand's making: dropout that still draws, since `model.eval()` is gone.

A layer hands its mode as a truth value to the operations that it runs. No line writes that: a call for its effect set
it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from numscope.analysis.diff.causes.argument_behind import same_input
from numscope.analysis.diff.effects import Effect, moved_effect
from numscope.trace import Operation, Trace

_MOST_ORIGINS = 5
_WRITES_TRUTH = re.compile(r"\b(True|False)\b")


def mode_behind(parted: Operation, first: Trace, second: Trace) -> tuple[Effect, Effect | None] | None:
    """Return the call for its effect that left its place, of both programs, if it explains a mode that differs.

    None unless the first run has the operation where values part with the same first array, but for truth values among
    its arguments, which neither line writes.
    """
    return moved_effect(first, second) if _in_another_mode(parted, first) else None


def lost_mode(origins: Sequence[int], first: Trace, second: Trace) -> tuple[Effect, Effect | None] | None:
    """Return the call for its effect that left its place, if the second program ceased to draw where the first does.

    origins: where values begin that only the first run has. What dropout gives that is off is no new value, so the
    values of the second run part later. None unless the second takes one of the first of these steps in another mode.
    """
    steps = first.operations.fetch(list(origins[:_MOST_ORIGINS]))
    return moved_effect(first, second) if any(_in_another_mode(one, second) for one in steps) else None


def _in_another_mode(step: Operation, other: Trace) -> bool:
    same = same_input(step, other)
    if same is None or _written(step) or _written(same):
        return False
    modes = _truths(same), _truths(step)
    return len(modes[0]) == len(modes[1]) and modes[0] != modes[1]


def _truths(operation: Operation) -> list[object]:
    return [one.literal for one in operation.operands if one.role == "argument" and one.kind == "bool"]


def _written(operation: Operation) -> bool:
    site = operation.user_site or operation.site
    return site is None or _WRITES_TRUTH.search(site.source) is not None
