"""Columns of a page: what is encoded is what a reader of the documented layout decodes."""

from __future__ import annotations

from dataclasses import asdict

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from page_blocks import read_column

from numscope.errors import TraceError
from numscope.views.page.columns import encode_column


@given(st.lists(st.integers(-(2**51), 2**51)), st.booleans())
def test_every_column_reads_back(numbers: list[int], differences: bool) -> None:
    column = encode_column(np.array(numbers, np.int64), differences)
    assert read_column(column.data, asdict(column)).tolist() == numbers


def test_what_javascript_can_not_hold_is_refused() -> None:
    with pytest.raises(TraceError, match="2\\*\\*53"):
        encode_column(np.array([2**53]))


def test_rising_numbers_take_a_byte_each() -> None:
    assert len(encode_column(np.arange(10**9, 10**9 + 5000), differences=True).data) < 5000 * 5
    assert encode_column(np.arange(0, 500_000, 100), differences=True).width == 1
