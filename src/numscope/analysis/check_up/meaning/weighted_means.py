"""Smoothing by weights: what is missing at the ends counts as zeros, or the weights do not add up to 1."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from numscope.analysis.check_up.evidence import Evidence, finding_of, in_order, last_name
from numscope.analysis.check_up.finding import Finding
from numscope.analysis.check_up.remedies import ONLY_WHOLE_WINDOWS, WEIGHTS_OF_ONE
from numscope.analysis.concepts.kept_values import numbers_of
from numscope.trace import Operation

KIND = "meaning"
_SMOOTHING = ("convolve", "convolve2d", "fftconvolve", "oaconvolve")
_SCALES = ("divide", "true_divide", "__truediv__", "multiply")
_LEAST_WEIGHTS = 3
_CLOSE = 1e-6
# So far beyond the range of the data a mean has to lie, in parts of this range.
_OUTSIDE = 0.5
_LEAST_SUM = 1.5


def weighted_means(evidence: Evidence) -> Iterator[Finding]:
    """Yield lines that smooth by weights, and give what no mean of the numbers can be."""
    found: set[int] = set()
    for call, operation in in_order(evidence, _SMOOTHING):
        parts = None if call.id in found else _parts(operation)
        if parts is None:
            continue
        data, weights, result = parts
        said, fix = _problem(data, weights, result)
        if said and not _is_mended(evidence, operation, by_part=fix is ONLY_WHOLE_WINDOWS):
            found.add(call.id)
            yield finding_of(KIND, call, operation.id, 1, said, fix)


def _parts(operation: Operation) -> tuple[Any, Any, Any] | None:
    """Return data, weights and result, if the weights are none of signs or counts."""
    given = [numbers for one in operation.inputs[:2] if (numbers := numbers_of(one)) is not None]
    result = numbers_of(operation.outputs[0]) if operation.outputs else None
    if len(given) < 2 or result is None or any(one.dtype.kind not in "fiu" for one in given):
        return None
    data, weights = sorted(given, key=lambda one: -one.size)
    is_plain = weights.size >= _LEAST_WEIGHTS and weights.ndim < 3 and weights.dtype.kind == "f"
    finite = bool(
        np.isfinite(data).all() and np.isfinite(weights).all() and (weights >= 0).all() and weights.any()
    )
    return (data, weights, result) if is_plain and finite and weights.size < data.size else None


def _problem(data: Any, weights: Any, result: Any) -> tuple[str, str]:
    total = float(weights.sum())
    if abs(total - 1) < _CLOSE:
        low, high = float(data.min()), float(data.max())
        margin = _OUTSIDE * (high - low)
        outside = int(((result < low - margin) | (result > high + margin)).sum())
        if outside and margin > 0:
            return (
                f"gives {outside:,} of {result.size:,} means that no mean of these numbers can be, {result.min():.4g} "
                f"to {result.max():.4g} of {low:.4g} to {high:.4g}: beyond the ends it takes zeros"
            ), ONLY_WHOLE_WINDOWS
    elif total > _LEAST_SUM and _is_bell(weights) and (data >= 0).all():
        return (
            f"smooths by weights that add up to {total:.4g}, not to 1: the mean becomes {result.mean():.4g} of "
            f"{data.mean():.4g}"
        ), WEIGHTS_OF_ONE
    return "", ""


def _is_bell(weights: Any) -> bool:
    """Return whether weights fall from the middle to all sides alike, and are no whole numbers."""
    middle = tuple(length // 2 for length in weights.shape)
    lines = [weights] if weights.ndim == 1 else [weights[middle[0]], weights[:, middle[1]]]
    falls = all((np.diff(line[: len(line) // 2 + 1]) > 0).all() for line in lines)
    return bool(falls and np.allclose(weights, np.flip(weights)) and (weights != np.rint(weights)).any())


def _is_mended(evidence: Evidence, operation: Operation, by_part: bool) -> bool:
    """Return whether the program leaves the ends out, or divides by the sum of the weights."""
    readers = [last_name(one) for one in evidence.readers(operation)]
    if by_part:
        return bool(readers) and all(name == "__getitem__" for name in readers)
    return any(name in _SCALES for name in readers)
