"""Zeros that an activation made of all negative numbers: its line is to blame, not the one that divides by them."""

from __future__ import annotations

from numscope.analysis.concepts.line_names import line_of
from numscope.analysis.nan.arithmetic import explain
from numscope.analysis.nan.cause import Cause
from numscope.analysis.nan.root import Root
from numscope.analysis.nan.upstream import upstream
from numscope.operations.lore.nonfinite import CUTS_OFF
from numscope.trace import Operand, Operation, Trace

_ADVICE = "Take softplus where a number has to be positive, or add a small one."
_DEEPEST = 4


def cut_off(trace: Trace, operation: Operation) -> Root | None:
    """Return the line of the activation that made 0 of what `operation` divided by or took the logarithm of.

    More zeros than the activation left are not its doing: `x / (x - x)`.
    """
    site = operation.user_site
    zeros = _zeros(operation.inputs[-1]) if operation.inputs else 0
    if site is None or not any(map(_zeros, operation.inputs)):
        return None
    found = explain(operation, site.source)
    if found is None or "zero" not in found.sentence:
        return None
    for maker, flowed in upstream(trace, operation, _holds_zeros, _DEEPEST):
        made = maker.user_site
        if maker.name not in CUTS_OFF or made is None or made.place == site.place:
            continue
        below = sum(map(_negative, maker.inputs))
        if below and _zeros(flowed) >= max(zeros, 1):
            where = line_of(site, made)
            said = f"makes 0 of every negative number (`{CUTS_OFF[maker.name]}`); {where} {found.sentence}"
            return Root(made, Cause(said, _ADVICE))
    return None


def _holds_zeros(operand: Operand) -> bool:
    return _zeros(operand) > 0


def _zeros(operand: Operand) -> int:
    return 0 if operand.statistics is None or not operand.is_array() else operand.statistics.zeros


def _negative(operand: Operand) -> bool:
    return operand.statistics is not None and operand.statistics.minimum < 0
