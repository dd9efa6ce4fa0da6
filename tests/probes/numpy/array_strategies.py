"""Arrays of every kind that NumPy can make, for property tests."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

NUMBERS = ["?", "b", "B", "h", "H", "i", "I", "q", "Q", "e", "f", "d", "g", "F", "D", "G"]


@st.composite
def number_dtypes(draw: st.DrawFn) -> np.dtype[Any]:
    """Numbers of every kind and size, in either byte order."""
    dtype = np.dtype(draw(st.sampled_from(NUMBERS)))
    return dtype.newbyteorder(draw(st.sampled_from("<>"))) if dtype.itemsize > 1 else dtype


def other_dtypes() -> st.SearchStrategy[np.dtype[Any]]:
    """Dates, durations, text, bytes and raw memory."""
    return st.one_of(
        npst.datetime64_dtypes(),
        npst.timedelta64_dtypes(),
        npst.byte_string_dtypes(min_len=1, max_len=7),
        npst.unicode_string_dtypes(min_len=1, max_len=5),
        st.sampled_from([np.dtype("V3"), np.dtype("V16")]),
    )


def structured_dtypes() -> st.SearchStrategy[np.dtype[Any]]:
    """Fields, fields in fields, fields that are arrays, and gaps between fields."""
    plain = st.one_of(number_dtypes(), npst.byte_string_dtypes(min_len=1, max_len=3))
    nested = npst.nested_dtypes(plain, max_leaves=4)
    padded = st.just(
        np.dtype({"names": ["a", "b"], "formats": ["u1", "f8"], "offsets": [0, 8], "itemsize": 24})
    )
    return st.one_of(nested, padded)


def dtypes() -> st.SearchStrategy[np.dtype[Any]]:
    """Any type of element whose bytes may be kept."""
    return st.one_of(number_dtypes(), other_dtypes(), structured_dtypes()).filter(
        lambda dtype: dtype.itemsize > 0
    )


def layouts(array: np.ndarray[Any, Any], how: str) -> np.ndarray[Any, Any]:
    """The array in another layout: a view wherever it can be one."""
    if how == "reversed":
        return array[(..., *(slice(None, None, -1) for _ in array.shape))]
    if how == "strided":
        return np.repeat(array, 2, axis=-1)[..., ::2] if array.ndim else array
    if how == "transposed":
        return array.T
    if how == "fortran":
        return np.asfortranarray(array)
    if how == "broadcast":
        return np.broadcast_to(array, (3, *array.shape))
    if how == "read-only":
        array = array.copy()
        array.flags.writeable = False
        return array
    if how == "offset":
        memory = np.empty(array.nbytes + 1, "u1")
        view = memory[1:].view(array.dtype).reshape(array.shape) if array.nbytes else array
        view[...] = array
        return view
    return array


LAYOUTS = ["as it is", "reversed", "strided", "transposed", "fortran", "broadcast", "read-only", "offset"]


@st.composite
def arrays(draw: st.DrawFn, elements: st.SearchStrategy[np.dtype[Any]] | None = None) -> np.ndarray[Any, Any]:
    """Arrays of any of those elements, of 0 to 6 dimensions, empty ones among them, in any layout."""
    dtype = draw(dtypes() if elements is None else elements)
    shape = draw(npst.array_shapes(min_dims=0, max_dims=6, min_side=0, max_side=4))
    count = int(np.prod(shape, dtype=int))
    if dtype.subdtype is None and dtype.fields is None and dtype.kind in "biufc":
        array = draw(npst.arrays(dtype, shape))
    else:
        # Bytes as they come: the recorder must not care what they mean. Text must be valid code points.
        seed = draw(st.integers(0, 2**32 - 1))
        raw = np.random.default_rng(seed).integers(0, 100, count * dtype.itemsize, dtype="u1")
        if "U" in str(dtype) or dtype.kind == "U":
            raw.view()[:] = 0
        array = raw.view(dtype.base if dtype.subdtype else dtype)[:count].reshape(shape)
    return layouts(array, draw(st.sampled_from(LAYOUTS)))
