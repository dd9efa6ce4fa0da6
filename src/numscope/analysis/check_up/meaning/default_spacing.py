"""Integrals and slopes for which points lie 1 apart, of values at points that the program put elsewhere."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

import numpy as np

from numscope.analysis.check_up import sources
from numscope.analysis.check_up.evidence import Call, Evidence, finding_of, in_order, last_name, operand_at
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import STEP_GIVEN
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.concepts.line_names import line_of
from numscope.analysis.nan.producers import maker_of
from numscope.analysis.nan.upstream import upstream
from numscope.trace import Operation

KIND = "meaning"
_OF_POINTS = ("trapezoid", "trapz", "simpson", "cumulative_trapezoid", "gradient")
_SPACED = ("linspace", "arange")
_SPREAD = ("logspace", "geomspace")
_DISTANCES = ("gradient", "diff", "ediff1d")
_DEEPEST = 8
_LEAST_POINTS = 5
# What only compares such a result, or scales it, gives the same for any distance, or is told it.
_SCALES = (
    "multiply",
    "divide",
    "true_divide",
    "__mul__",
    "__rmul__",
    "__truediv__",
    "__rtruediv__",
    "arctan2",
)
_COMPARES = ("argmax", "argmin", "argsort", "sign", "greater", "less", "greater_equal", "less_equal", "hypot")


def default_spacing(evidence: Evidence) -> Iterator[Finding]:
    """Yield integrals and slopes without a distance, of what is computed element by element of spaced points."""
    found: set[int] = set()
    for call, operation in in_order(evidence, _OF_POINTS):
        if call.id in found or _is_told(operation):
            continue
        laid = _laid_out(evidence, operation)
        step = None if laid is None else _step(laid[1])
        is_spread = laid is not None and last_name(laid[0]) in _SPREAD
        if (
            laid is None
            or (step is None and not is_spread)
            or _is_scaled(evidence, call, operation, is_spread)
        ):
            continue
        site = laid[0].user_site
        where = (
            "" if site is None or operation.user_site is None else f" ({line_of(site, operation.user_site)})"
        )
        found.add(call.id)
        said = (
            f"`{last_name(operation)}` takes points 1 apart where it is given no distance; these are computed of "
            f"points {_apart(operation, laid[1], step, where)}"
        )
        yield finding_of(KIND, call, operation.id, 1, said, STEP_GIVEN)


def _apart(operation: Operation, points: Any, step: float | None, where: str) -> str:
    """Return how far points are apart, and where that is known what it does to the result."""
    if step is not None:
        return f"{step:.4g} apart{where}: its result is {_times(operation, step)}"
    steps = np.abs(np.diff(points))
    return f"{steps.min():.4g} to {steps.max():.4g} apart{where}: each counts as much as any other"


def _is_told(operation: Operation) -> bool:
    """Return whether the operation was given a distance, points, or another axis than the last."""
    rest = [one for one in operation.operands if one.role in ("input", "argument")][1:]
    return any(one.kind not in ("none",) and one.name not in ("edge_order", "axis") for one in rest)


def _times(operation: Operation, step: float) -> str:
    factor = step if last_name(operation) == "gradient" else 1 / step
    return f"{factor:.4g} times the one over these points"


def _is_scaled(evidence: Evidence, call: Call, operation: Operation, is_spread: bool) -> bool:
    """Return whether the result is scaled or compared: by the text of the call's statement, or by what reads it.

    is_spread: the points have no one distance; then a number that is divided by the result tells none.
    """
    statement = sources.statement(call.text, call.line)
    for node in ast.walk(statement) if statement is not None else ():
        is_scaled = isinstance(node, (ast.BinOp, ast.AugAssign)) and isinstance(node.op, (ast.Mult, ast.Div))
        if is_scaled and sources.calls_in(node, last_name(operation)):
            return True
    readers = [
        last_name(one) for one in evidence.readers(operation) if not (is_spread and _divides_a_number(one))
    ]
    return any(name in _SCALES for name in readers) or (
        bool(readers) and all(name in _COMPARES for name in readers)
    )


def _divides_a_number(reader: Operation) -> bool:
    """Return whether an operation divides a number in the source by what it reads."""
    divided = operand_at(reader, 0, "x1") if "div" in last_name(reader) else None
    return divided is not None and isinstance(divided.literal, (int, float)) and divided.literal != 1


def spaced_points(evidence: Evidence, operation: Operation) -> tuple[Operation, float] | None:
    """Return what made the evenly spaced points of which the operation's values were computed, and their distance."""
    laid = _laid_out(evidence, operation)
    step = None if laid is None else _step(laid[1])
    return None if laid is None or step is None else (laid[0], step)


def _laid_out(evidence: Evidence, operation: Operation) -> tuple[Operation, Any] | None:
    """Return what made the points of which the operation's values were computed, and the points."""
    values = operation.inputs[0] if operation.inputs else None
    shape = () if values is None else values.shape or ()
    if len(shape) != 1 or shape[0] < _LEAST_POINTS:
        return None
    measured = False
    for maker, flowed in upstream(evidence.trace, operation, lambda one: one.shape == shape, _DEEPEST):
        measured = measured or last_name(maker) in _DISTANCES
        if flowed.shape == shape and _lays_out(evidence, maker):
            points: Any = numbers_of(flowed)
            is_weighted = measured and last_name(maker) in _SPREAD
            return None if points is None or is_weighted else (maker, points)
    return None


def _lays_out(evidence: Evidence, maker: Operation) -> bool:
    """Return whether an operation lays points out, or scales whole numbers: `np.arange(n) / rate`."""
    if last_name(maker) in (*_SPACED, *_SPREAD):
        return True
    arrays = [one for one in maker.inputs if one.is_array() and one.shape]
    if last_name(maker) not in _SCALES or len(arrays) != 1 or not (arrays[0].dtype or "").startswith("int"):
        return False
    counted = maker_of(evidence.trace, arrays[0], maker)
    return counted is not None and last_name(counted) in _SPACED


def _step(points: Any) -> float | None:
    """Return how far evenly spaced points are apart; None if it is 1, or they are not."""
    steps = np.diff(points.astype(float))
    even = np.allclose(steps, steps[0], rtol=1e-6) and steps[0] != 0
    return float(steps[0]) if even and not np.isclose(abs(steps[0]), 1) else None
