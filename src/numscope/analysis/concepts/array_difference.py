"""How two arrays that should be the same differ: by how much, where, and by what simple rule."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

# Relative tolerance by dtype when none is given: some hundred roundings. Whole numbers have to be equal.
_RELATIVE = {"float16": 1e-2, "float32": 1e-5, "float64": 1e-9, "longdouble": 1e-9, "complex64": 1e-5}
# Numbers that are further apart differ, and are not rounded otherwise: near 0 the distance has no bound.
_MOST_ROUNDINGS = 1e6


@dataclass(frozen=True)
class Tolerance:
    """How much arrays may differ and count as equal: |a - b| <= absolute + relative * |a|, or `ulp` roundings.

    relative None: by dtype (float16 1e-2, float32 1e-5, float64 1e-9).
    """

    relative: float | None = None
    absolute: float = 0.0
    ulp: int = 0

    def relative_for(self, dtype: np.dtype[Any]) -> float:
        """The relative tolerance for arrays of `dtype`."""
        if self.relative is not None:
            return self.relative
        return _RELATIVE.get(dtype.name, 1e-9) if dtype.kind in "fc" else 0.0


@dataclass(frozen=True)
class ArrayDifference:
    """How two arrays differ. Numbers are None where they make no sense: other shapes, not numeric, not kept.

    share: of the elements that differ beyond the tolerance. ulp: distance in roundings of the coarser dtype.
    distance: norm of the difference, as a share of the first's norm. cosine: of the angle between the two as vectors.
    first_index: of the first element that differs. relation:
    `permuted`, `transposed`, `reshaped`, `rows permuted`, `columns permuted`, `rounded to float32`, `scaled by f`,
    `shifted by d`, `clipped to [a, b]`, `negated`, `one element`, `became NaN`, `row i only`, when one of these is all.
    """

    equal: bool
    dtypes: tuple[str, str]
    shapes: tuple[tuple[int, ...], tuple[int, ...]]
    max_absolute: float | None = None
    max_relative: float | None = None
    ulp: float | None = None
    cosine: float | None = None
    share: float | None = None
    first_index: tuple[int, ...] | None = None
    values: tuple[str, str] | None = None
    relation: str | None = None
    distance: float | None = None


def compare_arrays(first: Any, second: Any, tolerance: Tolerance) -> ArrayDifference:
    """Compare two arrays element by element; NaN equals NaN."""
    first, second = np.asarray(first), np.asarray(second)
    dtypes, shapes = (str(first.dtype), str(second.dtype)), (first.shape, second.shape)
    if first.shape != second.shape:
        return ArrayDifference(False, dtypes, shapes, relation=_rearranged(first, second))
    numeric = first.dtype.kind in "biufc" and second.dtype.kind in "biufc"
    if not numeric:
        same = np.asarray(first == second)
        share = 1 - float(same.mean()) if same.size and same.shape == first.shape else float(not same.all())
        return ArrayDifference(share == 0 and dtypes[0] == dtypes[1], dtypes, shapes, share=share)
    with np.errstate(all="ignore"):  # what overflows here is no news to the user
        return _compare_numbers(first, second, tolerance)


def _compare_numbers(first: Any, second: Any, tolerance: Tolerance) -> ArrayDifference:
    wide = np.result_type(first.dtype, second.dtype, np.float64)
    a, b = first.astype(wide), second.astype(wide)
    coarse = min((first.dtype, second.dtype), key=lambda dtype: -_rounding(dtype))
    with np.errstate(all="ignore"):
        same = (a == b) | (np.isnan(a) & np.isnan(b))
        distance = np.where(same, 0.0, np.abs(a - b))  # Inf - Inf would be NaN
        scale = np.asarray(np.abs(a))
        within = distance <= tolerance.absolute + tolerance.relative_for(coarse) * scale
        roundings = distance / _spacing(a, coarse)
        within = same | within | ((roundings <= tolerance.ulp) & np.isfinite(roundings))
        outside = np.asarray(~within | (np.isnan(a) != np.isnan(b)))
        finite = np.isfinite(distance)
        relative = distance[finite & (scale > 0)] / scale[finite & (scale > 0)]
        from_zero = bool((finite & (scale == 0) & (distance > 0)).any())
    same_dtype = first.dtype == second.dtype
    index = np.argwhere(outside)[0] if outside.any() else None
    return ArrayDifference(
        bool(not outside.any() and same_dtype),
        (str(first.dtype), str(second.dtype)),
        (first.shape, second.shape),
        _largest(distance[finite]),
        None if from_zero else _largest(relative),
        _countable(_largest(roundings[np.isfinite(roundings)])) if coarse.kind in "fc" else None,
        _cosine(a, b),
        float(outside.mean()) if outside.size else 0.0,
        None if index is None else tuple(int(number) for number in index),
        None if index is None else (str(first[tuple(index)]), str(second[tuple(index)])),
        _rounded(first, second) or (_relation(a, b, outside) if outside.any() else None),
        _distance(a, b),
    )


def _distance(a: Any, b: Any) -> float | None:
    """Return the norm of the difference as a share of the norm of `a`."""
    norm, apart = float(np.linalg.norm(a)), float(np.linalg.norm(a - b))
    if not np.isfinite(norm) or not np.isfinite(apart):
        return None
    return apart / norm if norm else (0.0 if apart == 0 else None)


def _rounding(dtype: np.dtype[Any]) -> float:
    return float(np.finfo(dtype).eps) if dtype.kind in "fc" else 0.0


def _spacing(values: Any, dtype: np.dtype[Any]) -> Any:
    """The distance from each value to the next number that `dtype` has."""
    if dtype.kind not in "fc":
        return np.ones(values.shape)
    real = np.dtype(f"f{dtype.itemsize // 2}") if dtype.kind == "c" else dtype
    return np.spacing(np.abs(values).astype(real)).astype(np.float64)


def _countable(roundings: float | None) -> float | None:
    """Return a number of roundings; None for one so large that it counts nothing."""
    return None if roundings is None or roundings > _MOST_ROUNDINGS else roundings


def _largest(values: Any) -> float | None:
    return float(values.max()) if values.size else None


def _cosine(a: Any, b: Any) -> float | None:
    norms = float(np.linalg.norm(a)) * float(np.linalg.norm(b)) if a.size else 0.0
    if not norms or not np.isfinite(norms):
        return None
    return float(np.abs(np.vdot(a, b)) / norms) if np.iscomplexobj(a) else float(np.vdot(a, b) / norms)


def _rounded(first: Any, second: Any) -> str | None:
    """Whether `second` is `first` in fewer digits, in an array of the same or of another dtype."""
    if first.dtype.kind not in "fc" or second.dtype.kind != first.dtype.kind:
        return None
    complex_ones = first.dtype.kind == "c"
    for dtype in ("complex64",) if complex_ones else ("float16", "float32", "float64"):
        if np.dtype(dtype).itemsize >= first.dtype.itemsize:
            break
        with np.errstate(all="ignore"):
            fewer = first.astype(dtype)
        if np.array_equal(fewer, second, equal_nan=True):
            return f"rounded to {dtype}"
    return None


def _relation(a: Any, b: Any, outside: Any) -> str | None:
    """The one simple change that explains all of the difference."""
    if outside.sum() == 1 and a.size > 1:
        return "one element"
    rearranged = _rearranged(a, b)
    if rearranged is not None:
        return rearranged
    finite = np.isfinite(a) & np.isfinite(b)
    nonzero = finite & (a != 0)
    if nonzero.sum() > 1:
        ratios = (b[nonzero] / a[nonzero]).ravel()
        # Elements that are a few roundings off are not scaled: the factor has to stand out from those.
        beyond = abs(ratios[0] - 1)
        spread = min(1e-6, beyond / 100)
        if (
            beyond > 1e-13
            and np.allclose(ratios, ratios[0], rtol=spread, atol=0)
            and np.all(b[finite & (a == 0)] == 0)
        ):
            digits = 6 if beyond > 1e-4 else 12
            return "negated" if np.isclose(ratios[0], -1) else f"scaled by {ratios[0]:.{digits}g}"
    if finite.sum() > 1:
        shifts = (b[finite] - a[finite]).ravel()
        if np.allclose(shifts, shifts[0], rtol=1e-6, atol=0):
            return f"shifted by {shifts[0]:.6g}"
    if a.size > 2 and not outside.all():
        return _clipped(a, b) or _confined(b, outside)
    return None


def _clipped(a: Any, b: Any) -> str | None:
    """Whether `b` is `a` with what lies beyond two bounds set to them."""
    if np.iscomplexobj(a) or not np.isfinite(b).all():
        return None
    low, high = b.min(), b.max()
    if ((a < low).any() or (a > high).any()) and np.array_equal(np.clip(a, low, high), b):
        bounds = ["-inf" if (a >= low).all() else f"{low:g}", "inf" if (a <= high).all() else f"{high:g}"]
        return f"clipped to [{', '.join(bounds)}]"
    return None


def _confined(b: Any, outside: Any) -> str | None:
    """What is common to all elements that differ."""
    if np.isnan(b[outside]).all():
        return "became NaN"
    for axis, name in ((0, "row"), (1, "column")):
        if outside.ndim == 2 and outside.shape[axis] > 2:
            touched = np.flatnonzero(outside.any(axis=1 - axis))
            if len(touched) == 1:
                return f"{name} {touched[0]} only"
    return None


def _rearranged(a: Any, b: Any) -> str | None:
    """How the elements of `a` were put elsewhere to give `b`, if that is all."""
    if a.size != b.size or a.size < 2 or a.dtype.kind not in "biufcmMSU" or b.dtype.kind not in "biufcmMSU":
        return None
    if a.ndim > 1 and a.T.shape == b.shape and np.array_equal(a.T, b):
        return "transposed"
    if a.shape == b.shape and a.ndim > 1:
        for name, x, y in (("rows", a, b), ("columns", np.moveaxis(a, -1, 0), np.moveaxis(b, -1, 0))):
            if _same_rows(x.reshape(len(x), -1), y.reshape(len(y), -1)):
                return f"{name} permuted"
    if np.array_equal(np.sort(a, axis=None), np.sort(b, axis=None)):
        if a.shape != b.shape and np.array_equal(a.ravel(), b.ravel()):
            return "reshaped"
        return "permuted"
    return None


def _same_rows(a: Any, b: Any) -> bool:
    return sorted(row.tobytes() for row in a) == sorted(row.tobytes() for row in b)
