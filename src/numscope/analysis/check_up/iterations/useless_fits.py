"""Curves fitted to data that leave all of its course in the residuals: the fit ended in another valley."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from numscope.analysis.check_up.evidence import Evidence, finding_of, in_order, operand_at
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import NEAR_START
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.trace import Operation

KIND = "convergence"
_LEAST = 12
# So much of the variance is left, and neighbours are so much alike in what is left.
_LEFT = 0.9
_ALIKE = 0.5
# The model less the data, as the fit itself computes it.
_RESIDUALS = """
    select id from called_operations
    where parent = ? and in_library and name like '%subtract' order by id desc limit 40
"""


def useless_fits(evidence: Evidence) -> Iterator[Finding]:
    """Yield the fits whose curve explains next to nothing of data that has a course."""
    found: set[int] = set()
    for call, operation in in_order(evidence, ["curve_fit"]):
        places, data = operand_at(operation, 1, "xdata"), operand_at(operation, 2, "ydata")
        if call.id in found or places is None or data is None:
            continue
        x, y = numbers_of(places), numbers_of(data)
        if x is None or y is None or x.shape != y.shape or y.ndim != 1 or len(y) < _LEAST or not y.std():
            continue
        residuals = _residuals(evidence, operation, y)
        if residuals is None:
            continue
        share = float((residuals**2).sum() / ((y - y.mean()) ** 2).sum())
        alike = _likeness_of_neighbours(residuals[np.argsort(x, kind="stable")])
        if share > _LEFT and alike > _ALIKE:
            found.add(call.id)
            problem = (
                f"the curve explains {max(0.0, 1 - share):.0%} of the variance of {len(y):,} values, and what is left "
                f"has a course: neighbours are alike, with a correlation of {alike:.2f}"
            )
            yield finding_of(KIND, call, operation.id, 1, problem, NEAR_START)


def _residuals(evidence: Evidence, fit: Operation, y: Any) -> Any:
    """Return the least of the last residuals that a fit computed."""
    rows = evidence.trace.ask(_RESIDUALS, [fit.id])["id"].to_pylist()
    made = [numbers_of(one.outputs[0]) for one in evidence.fetch(rows) if one.outputs]
    known = [one for one in made if one is not None and one.shape == y.shape and np.isfinite(one).all()]
    return min(known, key=lambda one: float((one**2).sum()), default=None)


def _likeness_of_neighbours(values: Any) -> float:
    apart = values - values.mean()
    size = float((apart**2).sum())
    return float((apart[1:] * apart[:-1]).sum()) / size if size else 0.0
