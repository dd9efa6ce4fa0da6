"""Lognormal distributions that are shifted by the mean of their logarithms: `lognorm(s, loc=mu)`.

SciPy's `loc` moves the values; the logarithms have the mean `mu` where `scale` is `exp(mu)` (`scipy.stats.lognorm`).
"""

from __future__ import annotations

from collections.abc import Iterator

from numscope.analysis.check_up.evidence import MOST_CALLS, Evidence, finding_of
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import SCALE_OF_LOGARITHMS
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.trace import Operand, Operation

KIND = "meaning"
_LOGARITHMS = ("log", "log1p")


def shifted_lognormals(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines that give a lognormal distribution a logarithm as its `loc`, and no scale."""
    calls = [call for call in evidence.calls.values() if ".lognorm." in call.full_name]
    told: set[tuple[str, int]] = set()
    for call, ids in evidence.operations(calls):
        for operation in evidence.fetch(ids[:MOST_CALLS]):
            shift = _shift(operation)
            maker = None if shift is None else evidence.maker(shift, operation.id)
            if shift is None or maker is None or maker.name.rpartition(".")[2] not in _LOGARITHMS:
                continue
            number = numbers_of(shift)
            if (call.file, call.line) in told or number is None or not number.any():
                continue
            told.add((call.file, call.line))
            problem = (
                f"moves a lognormal distribution by the logarithm {float(number.ravel()[0]):.4g}: no value lies below "
                "that, and the median is 1 more; `loc` is not the mean of the logarithms"
            )
            yield finding_of(KIND, call, operation.id, len(ids), problem, SCALE_OF_LOGARITHMS)


def _shift(operation: Operation) -> Operand | None:
    """Return the `loc` that a call is given; None if it is given a scale as well."""
    given = {one.name: one for one in operation.operands if one.role in ("input", "argument")}
    shift = given.get("loc")
    return shift if shift is not None and shift.hash is not None and "scale" not in given else None
