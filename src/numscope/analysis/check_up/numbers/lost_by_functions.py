"""Functions that lose the digits of an argument next to 1: the arc cosine of a small angle, the logarithm of 1 + x.

A rounding of u in x changes log x by u / (x - 1) of its size, and arccos x by u / (2 (1 - x)). Source: N. J. Higham,
"Accuracy and Stability of Numerical Algorithms" (2002), sections 1.6 and 1.14.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from numscope.analysis.check_up.evidence import MOST_CALLS, Evidence, finding_of, last_name, reached
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.numbers.near_one import is_one
from numscope.analysis.check_up.remedies import LOG1P, SMALL_ANGLES
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.trace import Operation

KIND = "cancellation"
_ANGLES = ("arccos", "acos", "arccosh", "acosh")
_LOGARITHMS = ("log", "log2", "log10")
# What is this near to 1 has three digits left, or fewer.
_UNITS = 1000
_LEAST, _MOSTLY = 3, 0.5
# These make a result of it; what is only compared may show that two directions are one.
_GOES_ON = (
    "sum",
    "mean",
    "cumsum",
    "divide",
    "true_divide",
    "add",
    "__add__",
    "__truediv__",
    "nansum",
    "average",
    "div",
)
_SUMS = ("add", "__add__", "__radd__")
_FIXES = {_ANGLES: SMALL_ANGLES, _LOGARITHMS: LOG1P}


def lost_by_functions(evidence: Evidence) -> Iterator[Finding]:
    """Yield the lines that take an angle of cosines next to 1, or a logarithm of sums next to 1, and go on with it."""
    for names, fix in _FIXES.items():
        for call, ids in evidence.operations(evidence.named(*names)):
            step = max(1, len(ids) // MOST_CALLS)
            looked_at = [
                (operation, away)
                for operation in evidence.fetch(ids[::step][:MOST_CALLS])
                if (away := _away(operation)) is not None
            ]
            alone = [one for one in looked_at if one[1].size == 1]
            together = [(alone[0][0], np.concatenate([away for _, away in alone]))] if alone else []
            arrays = [one for one in looked_at if one[1].size > 1]
            said = next(
                (said for one in (*arrays, *together) if (said := _problem(evidence, *one)) is not None), None
            )
            if said is not None:
                yield finding_of(KIND, call, ids[0], len(ids), said, fix)


def _away(operation: Operation) -> Any:
    """Return how far each argument is from 1, in units of its last place; None if they are not known."""
    numbers: Any = numbers_of(operation.inputs[0]) if operation.inputs else None
    if numbers is None or numbers.dtype.kind != "f":
        return None
    flat = numbers.ravel()[np.isfinite(numbers.ravel())]
    return np.abs(flat.astype(float) - 1) / float(np.finfo(numbers.dtype).eps)


def _problem(evidence: Evidence, operation: Operation, away: Any) -> str | None:
    small = away[away <= _UNITS]
    # Equal to 1 alone says nothing: directions may be the same.
    if small.size < _LEAST or small.size <= _MOSTLY * away.size or not small.any():
        return None
    if last_name(operation) in _LOGARITHMS and not _is_one_and_more(evidence, operation):
        return None
    user = next((one for one in reached(evidence, operation) if last_name(one) in _GOES_ON), None)
    if user is None:
        return None
    site = user.user_site or user.site
    return (
        f"{last_name(operation)} of numbers that are 1 but for {small.max():,.0f} units of their last place or fewer, "
        f"in {small.size:,} of {away.size:,} elements: of their difference from 1 three digits or fewer are left, and "
        f"{last_name(user)} at line {site.line if site else '?'} goes on with the result"
    )


def _is_one_and_more(evidence: Evidence, operation: Operation) -> bool:
    """Return whether the argument is 1 and something: of a probability next to 1 the rest does not matter."""
    maker = evidence.maker(operation.inputs[0], operation.id)
    if maker is None or last_name(maker) not in _SUMS:
        return False
    return any(is_one(one) for one in maker.operands if one.role in ("input", "argument"))
