"""Names of element types, which sealing finds without NumPy for plain numbers, beside NumPy's own."""

from __future__ import annotations

import numpy as np
import pytest

from numscope.trace.dtypes import dtype_name, number_name

_CODES = [*"?bBhHiIlLqQefdgFDGO", "M8[D]", "m8[ns]", "S3", "U4", "V5", "f4,i2"]


@pytest.mark.parametrize("order", ["=", ">", "<"])
@pytest.mark.parametrize("code", _CODES)
def test_a_dtype_has_the_name_that_numpy_gives_it(code: str, order: str) -> None:
    dtype = np.dtype(code).newbyteorder(order)
    described = repr(np.lib.format.dtype_to_descr(dtype))
    expected = str(dtype) if dtype.isnative else dtype.str
    assert dtype_name(described) == (described if dtype.names else expected)


@pytest.mark.parametrize(
    "code", ["f2", "f4", "f8", "c8", "c16", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "bool"]
)
def test_a_number_has_the_name_that_numpy_gives_it(code: str) -> None:
    assert number_name(code) == np.dtype(code).name
