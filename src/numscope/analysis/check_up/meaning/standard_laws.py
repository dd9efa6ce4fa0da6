"""Values compared with the normal distribution of mean 0 and deviation 1, from which all of them are far."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from numscope.analysis.check_up.evidence import Evidence, finding_of, in_order, operand_at
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import STANDARDISED
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.trace import Operation

KIND = "meaning"
_TESTS = ("kstest", "ks_1samp")
_CHANCES = ("cdf", "sf", "pdf")
_LEAST = 8
_FAR = 4.0


def standard_laws(evidence: Evidence) -> Iterator[Finding]:
    """Yield tests against, and chances of, the standard normal law for values that lie outside of it."""
    found: set[int] = set()
    for call, operation in in_order(evidence, (*_TESTS, *_CHANCES), lambda call: ".stats." in call.full_name):
        test = call.name.rpartition(".")[2] in _TESTS
        values = _standard(operation, test) if test or ".norm." in call.full_name else None
        if values is None or call.id in found:
            continue
        found.add(call.id)
        problem = (
            f"the standard normal law has the mean 0 and the deviation 1; these {values.size:,} values have "
            f"{values.mean():.4g} and {values.std():.3g}, and none lies within {_FAR:g} of 0"
        )
        yield finding_of(KIND, call, operation.id, 1, problem, STANDARDISED)


def _standard(operation: Operation, test: bool) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]] | None:
    """Return the values that are compared with the law as it is, if none of them is near its middle."""
    given = operand_at(operation, 0 if test else 1, "rvs" if test else "x")
    law = operand_at(operation, 1, "cdf") if test else None
    parameters = {one.name for one in operation.operands} & {"args", "loc", "scale"}
    later = [one for one in operation.operands if one.role != "output" and (one.position or 0) > 1]
    if given is None or parameters or later or (test and (law is None or law.literal != "norm")):
        return None
    values = numbers_of(given)
    if values is None or values.size < _LEAST or not np.isfinite(values).all():
        return None
    return values.astype(float) if np.abs(values).min() > _FAR else None
