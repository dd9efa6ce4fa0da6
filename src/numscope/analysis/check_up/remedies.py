"""What to do about each kind of finding, in the words of NumPy."""

from __future__ import annotations

WIDER = "compute in a wider type: `a.astype(np.int64)`, `dtype=np.int64`, or float"
WIDEST = (
    "compute in floating point: `a.astype(float)`; or exactly, in Python's own integers: `a.astype(object)`"
)
SIGNED = "make the operands signed and wider first: `a.astype(np.int32) - b`, or float"
WIDE_TARGET = "make the target wide before: `np.zeros(n, np.int64)`, or count with `np.bincount`"
FINITE = "fill or drop them first: `np.nan_to_num`, `a[np.isfinite(a)]`"
FLOATING_TARGET = (
    "make the target floating-point: `np.zeros(n)`, `a.astype(float)`; or round first, `np.rint`"
)
UNMARKED = "take them out first: `a[a == mark] = np.nan` and `np.nanmean`, or a masked array"
WIDE_SUM = "add up in float64 and convert at the end: `np.zeros(n)`, `sum(dtype=np.float64)`"
FLOAT = (
    "say the type, `np.array(x, dtype=float)`: None becomes NaN; of mixed columns take the numeric ones first"
)
ADD_AT = "`np.add.at(a, index, x)`, or `np.bincount(index, weights=x, minlength=len(a))`"
MIRROR = (
    "make it symmetric where it is made, `(P + P.T) / 2`, or use `np.linalg.eig` if it is not meant to be"
)


def clip(low: int, high: int) -> str:
    """Return how numbers are kept within a type's range."""
    return f"limit them first, `np.clip(a, {low}, {high})`, or take a wider type"
