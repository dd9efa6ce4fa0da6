"""How far a result is from what higher precision gives.

Symbols as in N. J. Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., SIAM 2002, chapters 1 to 4:
u is the unit roundoff, half the distance from 1 to the next number of the type.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

# Of many elements the worst hundredth counts: one element of a million, where a difference crosses zero,
# means nothing.
_QUANTILE = 0.99
_QUARTER = 0.25
_PERTURBATION = 2.0**-20
_ROUNDINGS_OF_A_SHADOW = 16


@dataclass(frozen=True)
class Error:
    """How a result differs from the wide one. ulp: largest distance in units in the last place of the result's type.

    relative: |computed - true| / |true| at the worst hundredth of the elements (all of them, if fewer than a hundred).
    digits: decimal digits lost: log10(relative / u), at least 0 and at most what the type has.
    spoiled: elements that are not finite, or zero, where the true value can be represented.
    normwise: the largest distance beside the largest element: what is lost of the array as a whole (Higham, 6.1). Of a
    sum or difference, at least what a quarter of its elements lost, as each may be a number of its own.
    normwise_ulp: the largest distance in units in the last place of the largest element.
    """

    ulp: float
    relative: float
    digits: float
    spoiled: int
    normwise: float = 0.0
    normwise_ulp: float = 0.0


def digits_of(dtype: np.dtype[Any]) -> float:
    """Decimal digits that a floating-point type has: -log10(u)."""
    return float(-np.log10(float(np.finfo(dtype).eps) / 2))


def error_of(
    computed: Any, true: Any, noise: Any = 0.0, of_a_sum: bool = False, cancelled: bool = False
) -> Error:
    """The error of `computed`, given what higher precision has. noise: how uncertain the latter itself is.

    of_a_sum: a zero is what cancellation left, not an underflow. cancelled: so is one that went in.
    """
    computed, true = np.asarray(computed), np.asarray(true)
    limits = np.finfo(computed.dtype)
    size = np.asarray(np.abs(true))
    representable = np.isfinite(true) & (size <= float(limits.max))
    # What overflowed or became NaN, and what became zero though its true value is large enough to represent.
    vanished = (computed == 0) & (size >= float(limits.tiny)) & (not (of_a_sum or cancelled))
    spoiled = representable & (~np.isfinite(computed) | vanished)
    spoiled &= size > noise
    usable = representable & np.isfinite(computed) & (size > noise) & (size >= float(limits.tiny))
    if not usable.any():
        of = digits_of(computed.dtype) if spoiled.any() else 0.0
        return Error(0.0, 0.0, of, int(spoiled.sum()), 1.0 if spoiled.any() else 0.0)
    distance = np.abs(computed[usable].astype(true.dtype) - true[usable])
    size = size[usable]
    spacing = np.spacing(size.astype(limits.dtype)).astype(size.dtype)
    relative = distance / size
    worst = float(_quantile(relative, _QUANTILE) if relative.size >= 100 else relative.max())
    normwise = float(distance.max() / size.max())
    if of_a_sum:
        normwise = max(normwise, float(_quantile(relative, 1 - _QUARTER)))
    return Error(
        float((distance / spacing).max()),
        worst,
        digits_lost(worst, computed.dtype),
        int(spoiled.sum()),
        normwise,
        float(distance.max() / spacing.max()),
    )


def _quantile(values: Any, share: float) -> Any:
    """Return the element below or at which this share lies: `np.quantile(..., method="higher")` takes 4 times that."""
    place = math.ceil(share * (values.size - 1))
    return np.partition(values, place)[place]


def digits_lost(relative: float, dtype: np.dtype[Any]) -> float:
    """Decimal digits that a relative error means in a type: at least 0 and at most what the type has."""
    unit = float(np.finfo(dtype).eps) / 2
    return min(max(0.0, float(np.log10(relative / unit))) if relative else 0.0, digits_of(dtype))


def noise_of(name: str, operands: list[Any], true: Any) -> Any:
    """How uncertain a sum or difference of wide numbers itself is: some roundings of its terms.

    A true value below that says nothing about the computed one.
    """
    if name not in ("add", "subtract") or len(operands) < 2:
        return 0.0
    eps = float(np.finfo(np.asarray(true).dtype).eps)
    return _ROUNDINGS_OF_A_SHADOW * eps * (np.abs(operands[0]) + np.abs(operands[1]))


def condition(call: Callable[[list[Any]], Any], operands: list[Any]) -> float | None:
    """The relative condition number: how many times larger a relative change comes out than went in (Higham, 1.6).

    Measured: each operand is stretched by 2^-20 either way, alike and against each other. None where that is not
    possible.
    """
    floating = [index for index, value in enumerate(operands) if np.asarray(value).dtype.kind in "fc"]
    if not floating:
        return None
    base = np.asarray(call(operands))
    largest = 0.0
    for against in (1.0, -1.0):
        changed = list(operands)
        for number, index in enumerate(floating):
            changed[index] = operands[index] * (1 + _PERTURBATION * (against if number % 2 else 1.0))
        moved = np.asarray(call(changed))
        if moved.shape != base.shape or base.dtype.kind not in "fc":
            return None
        with np.errstate(all="ignore"):
            change = np.abs(moved - base) / _PERTURBATION
        largest = max(largest, worst_ratio(change, np.abs(base)) or 0.0)
    return largest


def worst_ratio(sizes: Any, of: Any) -> float | None:
    """The ratio of two arrays at the worst hundredth of the elements; None where none is finite."""
    with np.errstate(all="ignore"):
        ratio = np.asarray(sizes / of)
    ratio = ratio[np.isfinite(ratio)]
    return float(np.quantile(ratio, _QUANTILE, method="higher")) if ratio.size else None
