"""Small values that were kept without statistics get the same ones that NumPy finds."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from tests.trace.encoder import ARRAY, OUTPUT, EncodedCall, EncodedOperand, ShardEncoder, write_manifest

import numscope

VALUES = [
    np.array([1.5, np.nan, -np.inf, 0.0, np.inf, np.inf, 6.1e-5, 5.96e-8]).astype(dtype)
    for dtype in ("f2", "f4", "f8", "c8", "c16")
] + [
    *(np.array([0, 3, -7, 100], dtype) for dtype in ("i1", "i2", "i4", "i8")),
    *(np.array([0, 3, 7, 200], dtype) for dtype in ("u1", "u2", "u4", "u8")),
    np.array([True, False, True]),
    np.array([1.5e308, 1.5e308, 1.5e308]),  # whose sum no double holds
    np.array(2.5),
    np.array(np.nan),
]


@pytest.mark.parametrize("value", VALUES, ids=lambda value: f"{value.dtype}{value.shape}")
def test_statistics_of_small_values(tmp_path: Path, value: np.ndarray) -> None:
    shard = ShardEncoder()
    shard.operation("numpy.positive")
    dtype = shard.dtype(repr(value.dtype.str), value.itemsize, value.dtype.kind)
    layout = shard.layout(dtype, value.shape, value.strides, value.nbytes)
    operand = EncodedOperand(ARRAY, OUTPUT, layout=layout, inline=value.tobytes())
    shard.call(EncodedCall(0, outputs=(operand,)))
    write_manifest(tmp_path / "t.numscope")
    shard.write_closed(tmp_path / "t.numscope" / "processes" / "0-1")
    (output,) = numscope.open(tmp_path / "t.numscope")[0].outputs
    np.testing.assert_array_equal(output.value(), value)
    found = output.statistics
    assert found is not None
    with np.errstate(all="ignore"):
        numbers = (np.abs(value) if value.dtype.kind == "c" else value).astype(float)
    finite = numbers[np.isfinite(numbers)].astype(np.longdouble)
    assert (found.nans, found.zeros) == (np.isnan(numbers).sum(), (finite == 0).sum())
    assert found.positive_infinities == np.isposinf(numbers).sum()
    assert found.negative_infinities == np.isneginf(numbers).sum()
    if finite.size:
        expected = (finite.min(), finite.max(), finite.mean(), finite.std())
        assert [found.minimum, found.maximum, found.mean, found.deviation] == pytest.approx(
            [float(number) for number in expected]
        )
    else:
        assert np.isnan([found.minimum, found.maximum, found.mean, found.deviation]).all()
