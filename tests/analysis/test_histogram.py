"""How elements are spread, of memory that nobody filled too."""

from __future__ import annotations

import warnings

import numpy as np

from numscope.analysis.concepts.histogram import histogram


def test_signalling_nan_is_left_out_without_a_warning() -> None:
    array = np.array([0x7F800001, 0x3F800000, 0x40000000, 0x40400000], np.uint32).view(np.float32)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = histogram(array)
    assert found is not None
    assert (found.low, found.high, found.counted) == (1.0, 3.0, 3)
