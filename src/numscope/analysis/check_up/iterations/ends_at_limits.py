"""Fits to data whose parameters end at a limit that they were given: the best value lies beyond it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

import numpy as np

from numscope.analysis.check_up.evidence import Evidence, finding_of, in_order, operand_at
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import WIDER_LIMITS
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.trace import Operation

KIND = "convergence"
_NEAR = 1e-6


def ends_at_limits(evidence: Evidence) -> Iterator[Finding]:
    """Yield fits with a parameter at a limit other than 0 and 1, which are limits by nature."""
    found: set[int] = set()
    for call, operation in in_order(evidence, ("curve_fit", "least_squares")):
        limits = _limits(operation)
        made = [one for one in operation.outputs if one.is_array()]
        end = next((numbers_of(one) for one in made if one.name == "x" or one.position == 0), None)
        if call.id in found or limits is None or end is None or end.ndim != 1:
            continue
        for side, limit in zip(("lowest", "highest"), limits, strict=True):
            try:
                edge = np.broadcast_to(limit, end.shape)
            except ValueError:
                continue
            with np.errstate(invalid="ignore"):
                at = np.abs(end - edge) <= _NEAR * np.abs(edge)
            at &= np.isfinite(edge) & (edge != 0) & (np.abs(edge) != 1)
            if at.any():
                place = int(np.flatnonzero(at)[0])
                found.add(call.id)
                problem = (
                    f"parameter {place} ends at {end[place]:g}, its {side} limit: the best value lies beyond"
                )
                yield finding_of(KIND, call, operation.id, 1, problem, WIDER_LIMITS)
                break


def _limits(operation: Operation) -> tuple[Any, Any] | None:
    """Return the lowest and the highest values that were given as a pair of numbers or lists."""
    given = operand_at(operation, 99, "bounds")
    try:
        pair = (
            ast.literal_eval(given.literal) if given is not None and isinstance(given.literal, str) else None
        )
        low, high = (np.asarray(one, dtype=float) for one in pair) if pair is not None else (None, None)
    except (ValueError, SyntaxError, TypeError):
        return None
    return None if low is None or high is None else (low, high)
