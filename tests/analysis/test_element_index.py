"""Whether an array is a part of others, or put together of them."""

from __future__ import annotations

import numpy as np
import pytest

from numscope.analysis.diff.element_index import ElementIndex

PICTURE = np.random.default_rng(2).random((6, 8))
GRADES = np.random.default_rng(3).integers(0, 8, 56) / 7
NONE = np.empty(0)


@pytest.mark.parametrize(
    "arrays",
    [
        [PICTURE],
        list(PICTURE),
        [*PICTURE[:, ::2], *PICTURE[:, 1::2]],
        [np.append(PICTURE.ravel(), 7.0)],
        [np.zeros(20), PICTURE, PICTURE[0]],
    ],
    ids=["the same", "rows", "halves", "with more", "among others"],
)
def test_an_array_is_part_of_one_or_put_together_of_some(arrays: list[np.ndarray]) -> None:
    index = ElementIndex([array.ravel() for array in arrays], NONE)
    assert index.has(PICTURE.ravel(), 0.0)
    assert index.has(PICTURE.ravel() * (1 + 1e-15), 1e-14)
    assert not index.has(PICTURE.ravel() * (1 + 1e-12), 1e-14)


def test_each_element_is_there_as_often() -> None:
    padded = np.pad(PICTURE, 2).ravel()
    assert not ElementIndex([PICTURE.ravel()], NONE).has(padded, 0.0)
    # Zeros that nothing but a larger array has are not those around the picture.
    assert not ElementIndex([PICTURE.ravel(), np.zeros(200)], NONE).has(padded, 0.0)
    assert ElementIndex([PICTURE.ravel(), np.zeros(3)], np.zeros(200)).has(padded, 0.0)


def test_numbers_made_one_by_one_make_up_an_array() -> None:
    numbers = np.array([0.5, 1.5, 1.5, 2.5])
    assert ElementIndex([], numbers).has(numbers, 0.0)
    assert not ElementIndex([], np.unique(numbers)).has(numbers, 0.0)


def test_values_that_repeat_have_to_come_in_their_order() -> None:
    index = ElementIndex([np.column_stack([1 - GRADES, GRADES]).ravel()], NONE)
    assert index.has(GRADES, 0.0)
    assert not index.has(np.random.default_rng(4).permutation(GRADES), 0.0)


def test_pieces_of_values_that_repeat_have_to_be_as_they_are() -> None:
    """Marks sorted down the columns are the same marks, and in no row the seven of one dive."""
    marks = np.random.default_rng(7).integers(8, 18, (40, 7)) / 2
    for index in (ElementIndex(marks, NONE), ElementIndex(marks.T, NONE), ElementIndex([], marks.ravel())):
        assert index.has(marks, 0.0)
        assert not index.has(np.sort(marks, axis=0), 0.0)


def test_an_index_without_arrays_has_nothing() -> None:
    assert not ElementIndex([], NONE).has(PICTURE.ravel(), 0.0)
