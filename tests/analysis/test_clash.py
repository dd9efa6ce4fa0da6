"""Shapes that do not fit: NumPy itself says whether they do, and whether the change that is proposed helps."""

from __future__ import annotations

import numpy as np
from hypothesis import example, given
from hypothesis import strategies as st

from numscope.analysis.explain.clash import broadcast_clash, product_clash

_SHAPES = st.lists(st.integers(0, 4), max_size=4).map(tuple)
_MATRICES = st.lists(st.integers(1, 4), min_size=1, max_size=2).map(tuple)


def _changed(shape: tuple[int, ...], text: str) -> np.ndarray:
    return eval(f"array{text}", {"array": np.zeros(shape)})  # what a user would type


@given(_SHAPES, _SHAPES)
@example((3, 4), (3,))
@example((2, 3, 4), (2, 4))
@example((5,), (4,))
def test_a_clash_is_where_numpy_refuses_and_the_fix_is_one_that_numpy_takes(
    first: tuple[int, ...], second: tuple[int, ...]
) -> None:
    found = broadcast_clash([first, second])
    try:
        np.broadcast_shapes(first, second)
    except ValueError:
        assert found is not None
    else:
        assert found is None
        return
    for shape, axes in zip((first, second), found.axes, strict=True):
        assert all(0 <= axis < len(shape) for axis in axes)
    if found.fix is not None:
        pair = [np.zeros(first), np.zeros(second)]
        pair[found.fix.operand] = _changed((first, second)[found.fix.operand], found.fix.text)
        assert pair[found.fix.operand].shape == found.fix.shape
        assert (pair[0] + pair[1]).shape == found.fix.result


@given(_MATRICES, _MATRICES)
def test_a_product_that_numpy_refuses_is_mended_by_turning_one_of_its_matrices(
    first: tuple[int, ...], second: tuple[int, ...]
) -> None:
    found = product_clash(first, second)
    try:
        _ = np.zeros(first) @ np.zeros(second)
    except ValueError:
        assert found is not None
    else:
        assert found is None
        return
    if found.fix is not None:
        pair = [np.zeros(first), np.zeros(second)]
        pair[found.fix.operand] = _changed((first, second)[found.fix.operand], found.fix.text)
        assert np.shape(pair[0] @ pair[1]) == found.fix.result


def test_means_of_rows_need_a_new_axis() -> None:
    found = broadcast_clash([(3, 4), (3,)])
    assert found is not None
    assert found.axes == ((1,), (0,))
    assert found.fix is not None
    assert (found.fix.operand, found.fix.text) == (1, "[:, None]")
