"""What functions take for granted of their arguments and do not look at: points in order, percent, enough elements."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from numscope.analysis.check_up.arguments import numbers_at
from numscope.analysis.check_up.evidence import Evidence, first_faults, in_order, last_name
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import FRACTIONS, PADDED, SORTED
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.trace import Operation

KIND = "meaning"
# Where the points stand that have to rise: by place and by name. What sorts them itself is given one of `_SORTS`.
_RISING = {"interp": (1, "xp"), "searchsorted": (0, "a"), "bucketize": (1, "boundaries")}
_SORTS = ("sorter", "period")
# These integrate along a line, which may come back: of points that are out of order only a few steps do.
_ALONG = {"trapezoid": (1, "x"), "trapz": (1, "x"), "simpson": (1, "x"), "cumulative_trapezoid": (1, "x")}
_FEW = 3
_PERCENTILES = ("percentile", "nanpercentile")


def preconditions(evidence: Evidence) -> Iterator[Finding]:
    """Yield the calls whose result is wrong without a word, since an argument is not what they take it for."""
    checks: tuple[tuple[tuple[str, ...], Callable[[Operation], str | None], str], ...] = (
        ((*_RISING, *_ALONG), _out_of_order, SORTED),
        (("resize",), _repeated, PADDED),
    )
    for names, problem, fix in checks:
        yield from first_faults(evidence, KIND, evidence.operations(evidence.named(*names)), problem, fix)
    shares = [numbers for _, one in in_order(evidence, _PERCENTILES) if (numbers := _shares(one)) is not None]
    if shares and all(numbers.max() < 1 for numbers in shares):
        asked = evidence.operations(evidence.named(*_PERCENTILES))
        yield from first_faults(evidence, KIND, asked, _fraction, FRACTIONS)


def _out_of_order(operation: Operation) -> str | None:
    name = last_name(operation)
    position, argument = (_RISING | _ALONG)[name]
    points = numbers_at(operation, position, argument)
    if points is None or points.ndim != 1 or points.size < 3 or points.dtype.kind == "c":
        return None
    if any(one.name in _SORTS and one.kind != "none" for one in operation.operands):
        return None
    steps = np.diff(points)
    falling = int((steps < 0).sum())
    if not falling or (name in _ALONG and (falling * _FEW > steps.size or points[0] == points[-1])):
        return None
    where = f"they fall at {falling:,} of {steps.size:,} steps"
    wanted = "from one end to the other" if name in _ALONG else "in rising order"
    return f"`{name}` takes its points {wanted}, and does not look whether they are: {where}"


def _repeated(operation: Operation) -> str | None:
    both = (*operation.inputs[:1], *operation.outputs[:1])
    before, after = (numbers_of(one) for one in both) if len(both) == 2 else (None, None)
    if before is None or after is None or not 1 < before.size < after.size or after.size % before.size == 0:
        return None
    if not np.array_equal(np.resize(before, after.shape), after, equal_nan=True):
        return None
    more = after.size - before.size
    return f"`resize` fills what is missing with the first elements again: {more:,} of {after.size:,} are repeated"


def _shares(operation: Operation) -> Any:
    shares = numbers_at(operation, 1, "q")
    return shares if shares is not None and shares.size else None


def _fraction(operation: Operation) -> str | None:
    shares = _shares(operation)
    if shares is None or shares.min() <= 0:
        return None
    largest = float(shares.max())
    return f"`percentile` takes percent: {largest:g} is {largest:g} %, below which nearly no value lies"
