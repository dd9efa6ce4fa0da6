"""What the pack leaves out of kept arrays: little of it is stored, and all of it comes back."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import numpy_truth
import pytest
from array_strategies import NUMBERS, layouts
from hypothesis import given, settings
from hypothesis import strategies as st

import numscope
from numscope.cli.main import main

Array = np.ndarray[Any, Any]


@st.composite
def sparse_arrays(draw: st.DrawFn) -> Array:
    """Arrays of random bits, in part zero, all zero, repeated, or with nothing in the upper halves."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    dtype = np.dtype(draw(st.sampled_from([*NUMBERS, ">f", "m8[s]", "S3", "S4", "V24"])))
    count = draw(st.sampled_from([4095, 4096, 4097, 9000, 33333]))
    bits = rng.integers(0, 256, (count, dtype.itemsize), np.uint8)
    if draw(st.booleans()):
        bits[:, dtype.itemsize // 2 :] = 0
    bits[rng.random(count) < draw(st.sampled_from([0, 0.1, 0.5, 0.99, 1]))] = 0
    if draw(st.booleans()):
        bits = np.repeat(bits, draw(st.sampled_from([2, 1000])), axis=0)[:count]
    if dtype.kind == "b":
        bits &= 1
    if draw(st.booleans()):
        flat = np.zeros(count * dtype.itemsize + 1, np.uint8)[1:].view(dtype)  # off its alignment
        flat[...] = bits.copy().view(dtype)[:, 0]
    else:
        flat = bits.copy().view(dtype)[:, 0]
    shape = (3, count // 3) if draw(st.booleans()) else (count // 3, 3)
    array = flat[: count // 3 * 3].reshape(shape)
    return layouts(
        array, draw(st.sampled_from(["", "fortran", "strided", "reversed", "transposed", "broadcast"]))
    )


@settings(max_examples=6, deadline=None)
@given(st.lists(sparse_arrays(), min_size=4, max_size=8))
def test_every_bit_comes_back(arrays: list[Array]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        with numscope.record(Path(folder) / "t.numscope", values="full"):
            for array in arrays:
                np.shares_memory(array, array)
            with numscope.open(Path(folder) / "t.numscope") as trace:  # much of it is in the tail
                check(trace, arrays)
        with numscope.open(Path(folder) / "t.numscope") as trace:
            check(trace, arrays)


def check(trace: numscope.Trace, arrays: list[Array]) -> None:
    found = [operation.inputs[0] for operation in trace if operation.name == "numpy.shares_memory"]
    assert len(found) == len(arrays)
    for operand, array in zip(found, arrays, strict=True):
        assert operand.hash == numpy_truth.content_hash(array)
        assert trace.values.content(operand.hash) == numpy_truth.content(array)[0]
        value = operand.value()
        assert (value.dtype, value.shape) == (array.dtype, array.shape)
        assert (
            numpy_truth.content(np.ascontiguousarray(value))[0]
            == numpy_truth.content(np.ascontiguousarray(array))[0]
        )


def stored(array: Array, folder: Path) -> tuple[int, int]:
    """Bytes of the array and bytes of it in the pack."""
    with numscope.record(folder / "t.numscope", values="full"):
        np.shares_memory(array, array)
    with numscope.open(folder / "t.numscope") as trace:
        row = trace.sql('select bytes, stored from "values"').to_pylist()[0]
        size = next((folder / "t.numscope").rglob("values.pack")).stat().st_size
        assert size == row["stored"]
    return row["bytes"], row["stored"]


rng = np.random.default_rng(1)
HALF = np.where(rng.random(20_001) < 0.5, 0, rng.random(20_001)).astype("f4")
RUNS = np.repeat(rng.random(50), 300)


@pytest.mark.parametrize(
    ("array", "expected"),
    [
        (HALF, np.count_nonzero(HALF) * 4 + 2501),
        (np.where(HALF == 0, -0.0, 0), np.count_nonzero(HALF == 0) * 2 + 10001),  # by bits: of -0.0 one is 1
        (rng.random(20_000), 160_000),
        (rng.integers(1, 200, 20_000), 20_000 * 2 + 10_000),
        (RUNS, 50 * 8 + 1875),
        (np.broadcast_to(rng.random((50, 1)), (50, 300)), 50 * 8 + 1875),
        (np.zeros((100, 100)), 8),
        (np.full((100, 100), np.nan, "f4"), 4),
        (HALF[:3000], 12_000),  # small ones are left as they are
    ],
)
def test_what_is_stored_is_what_differs(array: Array, expected: int, tmp_path: Path) -> None:
    assert stored(array, tmp_path) == (array.nbytes, expected)


def test_a_reshaped_content_is_told_like_the_first(tmp_path: Path) -> None:
    square = HALF[:20_000].reshape(100, 200)
    with numscope.record(tmp_path / "t.numscope", values="full") as recording:
        for array in (square, square.reshape(-1), square.T, square.view("i4")):
            np.shares_memory(array, array)
    assert recording.counters is not None
    assert recording.counters["value_bytes"] == np.count_nonzero(square) * 4 + 2500
    with numscope.open(tmp_path / "t.numscope") as trace:
        values = [call.inputs[0].value() for call in trace if call.name == "numpy.shares_memory"]
    for value, array in zip(values, (square, square.reshape(-1), square.T, square.view("i4")), strict=True):
        np.testing.assert_array_equal(value, array)


def test_replay_calls_with_it_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with numscope.record(tmp_path / "t.numscope", values="full"):
        a = np.maximum(rng.standard_normal((200, 150)).astype("f4"), 0)
        (a @ a.T) * (a[:, :1] > 0)
        np.add(np.asfortranarray(a), np.broadcast_to(a[:1], a.shape))
        np.zeros_like(a) + 1.5
    assert main(["replay", str(tmp_path / "t.numscope")]) == 0
    assert "identical bit for bit" in capsys.readouterr().out
