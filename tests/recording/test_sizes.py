from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numscope.recording.sizes import format_size, parse_size


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("0", 0),
        ("17", 17),
        ("2G", 2 * 10**9),
        ("1.5 kB", 1500),
        ("64Ki", 65536),
        ("3MiB", 3 * 2**20),
        ("1t", 10**12),
    ],
)
def test_sizes_people_write(text: str, size: int) -> None:
    assert parse_size(text) == size


@pytest.mark.parametrize("text", ["", "G", "1X", "-1", "1 2", "1e3", "i", "5i"])
def test_what_is_no_size(text: str) -> None:
    with pytest.raises(ValueError, match="is not a size"):
        parse_size(text)


@given(st.integers(0, 10**15))
def test_a_shown_size_is_the_size_to_four_digits(size: int) -> None:
    shown = format_size(size).replace(" bytes", "")
    assert parse_size(shown) == pytest.approx(size, rel=0.06, abs=0.5)
