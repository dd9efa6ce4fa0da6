"""Numbers that are sorted as text: "10" comes before "9"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import prod
from typing import Any

import numpy as np

from numscope.analysis.check_up.evidence import Evidence, first_faults
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.concepts.kept_values import value_of
from numscope.trace import Operation

KIND = "meaning"
_ORDERS = ("sort", "argsort", "max", "min", "amax", "amin", "searchsorted", "lexsort")
_ENDS = ("max", "min")
# Numbers that name things, as "0042", are texts.
_NUMBER = re.compile(r"[+-]?(?:0|[1-9]\d*)(?:\.\d+)?")
_LEAST = 3


def numbers_as_text(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines that put texts into order which are all numbers, and whose order as numbers is another."""
    found = evidence.operations(
        evidence.named(*_ORDERS),
        "role = 'input' and kind = 'array' and regexp_matches(dtype, '^[<>|=]?[US]')",
    )
    yield from first_faults(evidence, KIND, found, _problem, _FIX)
    yield from first_faults(evidence, KIND, evidence.operations(evidence.named(*_ENDS)), _end_of_text, _READ)


_READ = "make the column numbers where it is read: `pd.to_numeric(column, errors='coerce')`"
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


def _end_of_text(operation: Operation) -> str | None:
    """Return what is wrong with the largest or smallest of a column that is a number, as text."""
    given = next((one for one in operation.operands if one.role != "output" and one.shape), None)
    made = operation.outputs[0] if operation.outputs else None
    if made is None or made.kind != "string" or given is None or prod(given.shape or ()) < _LEAST:
        return None
    if not _NUMBER.fullmatch(str(made.literal)):
        return None
    which = "largest" if operation.name.endswith("max") else "smallest"
    return f"takes the {which} of texts: its result is the text '{made.literal}', and as text '9' is more than '10'"
