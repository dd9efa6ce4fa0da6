"""Modes that are in no operand's making: dropout that still draws, since `model.eval()` is gone.

A layer hands its mode as a truth value to the operations that it runs. No line writes that: a call for its effect set
it.
"""

from __future__ import annotations

import re

from numscope.analysis.diff.argument_behind import same_input
from numscope.analysis.diff.effects import Effect, moved_effect
from numscope.trace import Operation, Trace

_WRITES_TRUTH = re.compile(r"\b(True|False)\b")


def mode_behind(parted: Operation, first: Trace, second: Trace) -> tuple[Effect, Effect | None] | None:
    """Return the call for its effect that left its place, of both programs, if it explains a mode that differs.

    None unless the first run has the operation where values part with the same first array, but for truth values among
    its arguments, which neither line writes.
    """
    other = same_input(parted, first)
    if other is None or _written(parted) or _written(other):
        return None
    before, after = _truths(other), _truths(parted)
    return moved_effect(first, second) if len(before) == len(after) and before != after else None


def _truths(operation: Operation) -> list[object]:
    return [one.literal for one in operation.operands if one.role == "argument" and one.kind == "bool"]


def _written(operation: Operation) -> bool:
    site = operation.user_site or operation.site
    return site is None or _WRITES_TRUTH.search(site.source) is not None
