"""What advice knows of NumPy's operations by their names."""

from __future__ import annotations

# Measured with NumPy 2.4.6 on float64 arrays of 32 MB, one axis against the other. These walk along the axis lane by
# lane, whatever the order in memory: cumsum and cumprod 4 to 5 times slower, argmax and argmin 6 to 9, sort 2.3,
# partition 3, fft 1.9. (argsort, median and percentile lose less than half of themselves and are not listed.)
_LANE_BY_LANE = ("cumsum", "cumprod", "argmax", "argmin", "nanargmax", "nanargmin", "sort", "partition")
TRANSFORMS = ("fft", "ifft", "rfft", "irfft")
# These take whole rows at once, and either axis is as quick as the other (0.7 to 1.1 times on 2000 x 2000), unless rows
# are so short that a row is over before it has begun: on 100,000 x 30, 2.5 to 6 times slower along either axis than the
# transposed layout; on 1,000,000 x 3, 7 to 21 times.
_ROW_BY_ROW = ("sum", "max", "min", "mean", "std", "var", "any", "all", "amax", "amin")

LANES = frozenset(f"numpy{place}.{name}" for place in ("", ".ndarray") for name in _LANE_BY_LANE).union(
    f"numpy.fft.{name}" for name in TRANSFORMS
)
ROWS = frozenset(f"numpy{place}.{name}" for place in ("", ".ndarray") for name in _ROW_BY_ROW)

PRODUCTS = ("numpy.matmul", "numpy.dot", "numpy.ndarray.dot", "numpy.inner")
READING_ELEMENTS = ("numpy.ndarray.__getitem__", "numpy.ndarray.item")
ACCESSING_ELEMENTS = (*READING_ELEMENTS, "numpy.ndarray.__setitem__")
RESHAPING = ("numpy.ndarray.reshape", "numpy.reshape", "numpy.ndarray.ravel", "numpy.ravel")
# Copying operations -> what does without the copy.
INSTEAD_OF_COPYING = {
    "numpy.ndarray.astype": "the array has that dtype already: `a.astype(dtype, copy=False)`",
    "numpy.array": "`np.asarray(a)` takes the array as it is",
    "numpy.ndarray.copy": "use the array itself",
    "numpy.copy": "use the array itself",
    "numpy.ndarray.flatten": "`a.ravel()` makes a view where it can",
}
_JOINING = ("append", "concatenate", "hstack", "vstack", "column_stack", "row_stack", "dstack", "insert")
JOINING = tuple(f"numpy.{name}" for name in _JOINING)
# np.add joins texts too, and comparisons sort them: those are not taken for arithmetic.
ARITHMETIC = tuple(
    f"numpy{place}.{name}"
    for place, names in (
        (
            "",
            "subtract multiply divide floor_divide remainder power negative absolute sqrt exp log sum mean dot matmul",
        ),
        (".ndarray", "sum mean prod cumsum dot std var"),
    )
    for name in names.split()
)
# What is called to get a copy, or memory, of one's own.
COPYING = (
    "copy",
    "array",
    "asarray",
    "ascontiguousarray",
    "asfortranarray",
    "flatten",
    "astype",
    "full_like",
)
# Indexing is `element_loops`' matter; attributes and lengths are no operations to put together.
NOT_TO_BE_JOINED = (
    "__getitem__",
    "__setitem__",
    "__iter__",
    "item",
    "tolist",
    "T",
    "real",
    "imag",
    "shape",
    "reshape",
)
# Operators that do the same in place.
IN_PLACE = {"numpy.add": "+=", "numpy.subtract": "-=", "numpy.multiply": "*=", "numpy.divide": "/="}
# Methods of NumPy's scalars -> the ufunc of the same meaning.
OPERATORS = {
    "__add__": "add",
    "__sub__": "subtract",
    "__mul__": "multiply",
    "__truediv__": "divide",
    "__pow__": "power",
    "__neg__": "negative",
    "__abs__": "absolute",
    "__lt__": "less",
    "__le__": "less_equal",
    "__gt__": "greater",
    "__ge__": "greater_equal",
    "__eq__": "equal",
    "__ne__": "not_equal",
}
# One array for all steps of a loop; `{call}` is the operation's name.
ONE_BUFFER = (
    "make one before the loop, `buffer = np.empty_like(x)`, and write into it: `{call}(..., out=buffer)`"
)


def spelled(name: str) -> str:
    """Return an operation's name as programs have it: `np.add`."""
    return name.replace("numpy", "np", 1)
