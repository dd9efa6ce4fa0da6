"""Numbers that are sorted as text: "10" comes before "9"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from numscope.analysis.check_up.evidence import Evidence, first_faults
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.concepts.kept_values import value_of
from numscope.trace import Operation

KIND = "meaning"
_ORDERS = ("sort", "argsort", "max", "min", "amax", "amin", "searchsorted", "lexsort")
_LEAST = 3


def numbers_as_text(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines that put texts into order which are all numbers, and whose order as numbers is another."""
    found = evidence.operations(
        evidence.named(*_ORDERS),
        "role = 'input' and kind = 'array' and regexp_matches(dtype, '^[<>|=]?[US]')",
    )
    yield from first_faults(evidence, KIND, found, _problem, _FIX)


_FIX = "turn the texts into numbers where they are read: `a.astype(float)`"


def _problem(operation: Operation) -> str | None:
    texts: Any = value_of(operation.inputs[0]) if operation.inputs else None
    if not isinstance(texts, np.ndarray) or texts.ndim != 1 or len(texts) < _LEAST:
        return None
    try:
        numbers = texts.astype(float)
    except ValueError:
        return None
    if not np.isfinite(numbers).all():
        return None
    by_text, by_number = numbers[np.argsort(texts, kind="stable")], np.sort(numbers)
    if (by_text == by_number).all():
        return None
    wrong = int(np.flatnonzero(np.diff(by_text) < 0)[0])
    return f"{len(texts):,} numbers are put into order as text: {by_text[wrong]:g} comes before {by_text[wrong + 1]:g}"
