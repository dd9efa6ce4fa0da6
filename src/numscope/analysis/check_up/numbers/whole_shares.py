"""Shares of a total by a division of whole numbers: `counts // counts.sum()` leaves nothing but zeros."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from numscope.analysis.check_up.evidence import Evidence, first_faults
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.trace import Operation

KIND = "meaning"
_DIVIDES = ("floor_divide", "floordiv", "__floordiv__")
_LEAST = 2


def whole_shares(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines that divide numbers by their own sum or largest, and drop the fractions."""
    found = evidence.operations(evidence.named(*_DIVIDES))
    yield from first_faults(evidence, KIND, found, _problem, _FIX)


_FIX = "divide with `/`, which keeps the fractions"


def _problem(operation: Operation) -> str | None:
    if len(operation.inputs) != 2 or not operation.outputs:
        return None
    counts, total, shares = (numbers_of(one) for one in (*operation.inputs, operation.outputs[0]))
    if counts is None or total is None or shares is None or counts.size < _LEAST or total.size != 1:
        return None
    if counts.min() < 0 or not counts.any():
        return None
    whole: Any = total.ravel()[0]
    of = "sum" if whole == counts.sum() else "largest" if whole == counts.max() else ""
    if not of:
        return None
    zeros = np.count_nonzero(shares == 0)
    return (
        f"{counts.size:,} numbers are divided by their {of}, {whole:g}, and `//` drops the fractions: {zeros:,} of the "
        f"results are 0"
    )
