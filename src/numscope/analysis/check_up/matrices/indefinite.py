"""Matrices that samples are drawn with as their covariance, and that are none: an eigenvalue is negative."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from numscope.analysis.check_up.evidence import MOST_CALLS, Call, Evidence, finding_of
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.analysis.concepts.line_names import place_beside
from numscope.trace import Operand

KIND = "covariance"
_DRAWS = "multivariate_normal"
# Eigenvalues of a covariance that is singular come out so small, relative to the largest.
_ROUNDING = 1e-8
_LARGEST = 500
_MOST_OPERATIONS = 6
_FIX = (
    "look which correlations contradict each other; of estimated ones the nearest covariance is "
    "`(V * w.clip(0)) @ V.T` with `w, V = eigh(C)`"
)


def indefinite(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines that made the matrices."""
    for call, ids in evidence.operations(evidence.named(_DRAWS)):
        for operation in evidence.fetch(ids[:MOST_CALLS]):
            given = next(((one, ends) for one in operation.inputs if (ends := _ends(one)) is not None), None)
            if given is not None:
                matrix, (least, most) = given
                made = _made_at(evidence, matrix, operation.id) or call
                drawn = place_beside(call.file, call.line, made.file)
                which = (
                    "the covariance"
                    if made.line == call.line
                    else f"the matrix for the covariance in {drawn}"
                )
                problem = (
                    f"{which} is none: its eigenvalues are {least:.3g} to {most:.3g}, so {_DRAWS} draws with another "
                    "one, and only warns"
                )
                yield finding_of(KIND, made, operation.id, len(ids), problem, _FIX)
                break


def _ends(operand: Operand) -> tuple[float, float] | None:
    """Return the smallest and the largest eigenvalue of a symmetric matrix, if one is clearly negative."""
    shape = operand.shape or ()
    if len(shape) != 2 or shape[0] != shape[1] or not 2 <= shape[0] <= _LARGEST:
        return None
    values: Any = numbers_of(operand)
    if values is None or not np.isfinite(values).all() or not np.allclose(values, values.T):
        return None
    ends = np.linalg.eigvalsh(values)
    return (float(ends[0]), float(ends[-1])) if ends[0] < -_ROUNDING * abs(ends[-1]) else None


def _made_at(evidence: Evidence, matrix: Operand, before: int) -> Call | None:
    """Return the earliest line of the program that made a matrix with such eigenvalues, of which this one was made."""
    found = None
    for _ in range(_MOST_OPERATIONS):
        maker = evidence.maker(matrix, before)
        if maker is None:
            break
        found, before = evidence.call_of(maker) or found, maker.id
        source = next((one for one in maker.inputs if _ends(one) is not None), None)
        if source is None:
            break
        matrix = source
    return found
