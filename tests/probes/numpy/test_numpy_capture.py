"""What is recorded of an operand is what NumPy and xxhash say of it, whatever the element type and layout."""

from __future__ import annotations

import copy
import math
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy_truth
import pytest
from array_strategies import LAYOUTS, arrays, layouts, number_dtypes
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import numscope
from numscope.errors import NumscopeError
from numscope.trace import Operand
from sweeps import shortened

Array = np.ndarray[Any, Any]
# A recording for each example takes a tenth of a second, so that an example is a list of arrays.
ENOUGH = settings(
    max_examples=8, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)


@pytest.fixture(autouse=True)
def _quiet() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def recorded(given: list[Array], **options: Any) -> list[Operand]:
    """The operands that `copy` was recorded with, one for each of the arrays, in a trace of its own."""
    folder = Path(tempfile.mkdtemp())
    with numscope.record(folder / "capture.numscope", **options) as recording:
        for array in given:
            array.copy()
    copies = [operation for operation in recording.open() if operation.name == "numpy.ndarray.copy"]
    assert len(copies) == len(given)
    return [operation.inputs[0] for operation in copies]


def same_number(found: float, expected: float, scale: float) -> bool:
    if math.isnan(expected) or math.isinf(expected):
        return math.isnan(found) if math.isnan(expected) else True  # beyond what a double holds
    return math.isclose(found, expected, rel_tol=1e-9, abs_tol=1e-9 * scale)


def check(operand: Operand, array: Array) -> None:
    assert operand.shape == array.shape
    assert operand.strides == array.strides
    assert operand.read_only is not array.flags.writeable
    assert operand.address == array.__array_interface__["data"][0]
    assert operand.data_bytes == array.nbytes
    assert operand.hash == numpy_truth.content_hash(array)
    value = operand.value()
    assert isinstance(value, np.ndarray)
    assert value.dtype == array.dtype
    assert value.shape == array.shape
    assert numpy_truth.content(value) == numpy_truth.content(array)
    check_statistics(operand, array)


def check_statistics(operand: Operand, array: Array) -> None:
    expected, found = numpy_truth.statistics(array), operand.statistics
    if expected is None:
        assert found is None
        return
    assert found is not None
    for name in ("zeros", "nans", "positive_infinities", "negative_infinities"):
        assert getattr(found, name) == expected[name], name
    scale = max(abs(expected["minimum"]), abs(expected["maximum"])) if array.size else 0.0
    assert same_number(found.minimum, expected["minimum"], 0.0)
    assert same_number(found.maximum, expected["maximum"], 0.0)
    if scale < 1e300:  # beyond, sums leave the range of a double
        assert same_number(found.mean, expected["mean"], scale)
    if 1e-150 < scale < 1e150:  # beyond, squares do
        assert same_number(found.deviation, expected["deviation"], scale)


@ENOUGH
@given(st.lists(arrays(), min_size=5, max_size=20))
def test_metadata_bytes_hash_and_statistics_of_any_array(given: list[Array]) -> None:
    for operand, array in zip(recorded(given), given, strict=True):
        check(operand, array)


@ENOUGH
@given(st.lists(arrays(number_dtypes()), min_size=5, max_size=20))
def test_statistics_without_values(given: list[Array]) -> None:
    for operand, array in zip(recorded(given, values="stats"), given, strict=True):
        assert operand.hash == numpy_truth.content_hash(array)
        check_statistics(operand, array)


LARGE_TYPES = ["f8", "f4", "f2", "g", ">f8", ">i4", "c16", "?", "i1", "u8", "M8[ns]", "S3", "U2"]


def large_arrays() -> dict[str, Array]:
    """Larger than any block that is looked at in one piece."""
    values = np.random.default_rng(0).integers(0, 100, (70, 60, 13))
    return {f"{dtype} {how}": layouts(values.astype(dtype), how) for dtype in LARGE_TYPES for how in LAYOUTS}


Pairs = dict[str, tuple[Operand, Array]]


@pytest.fixture(scope="module")
def pairs() -> Pairs:
    """Of each large and special array its operand, all in one recording."""
    chosen = large_arrays() | special_arrays()
    return dict(zip(chosen, zip(recorded(list(chosen.values())), chosen.values(), strict=True), strict=True))


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("dtype", LARGE_TYPES)
def test_large_arrays_in_every_layout(dtype: str, layout: str, pairs: Pairs) -> None:
    check(*pairs[f"{dtype} {layout}"])


@pytest.mark.parametrize("dtype", shortened(["f8", "i2", ">f4", "f4", "c16", "i1"], 3))
@pytest.mark.parametrize("length", [3, 700, *shortened([100, 5000], 0)])
def test_matrices_whose_rows_are_neighbours_in_memory(dtype: str, length: int) -> None:
    """Several rows are gathered at a time: rows that fill a block, that do not, and that are longer than one."""
    values = np.random.default_rng(0).integers(0, 100, (3, length, 40)).astype(dtype)
    given = [values[:, :, :rows].transpose(0, 2, 1) for rows in (1, 2, 15, 33)]
    for operand, array in zip(recorded(given), given, strict=True):
        check(operand, array)


def special_arrays() -> dict[str, Array]:
    nan, inf = np.nan, np.inf
    deep = np.arange(4.0).reshape((1,) * 30 + (2, 2)) if np.__version__ < "2" else np.ones((1,) * 62 + (2, 3))
    return {
        "nothing finite": np.array([nan, inf, -inf]),
        "empty": np.zeros(0),
        "empty with shape": np.zeros((3, 0, 2)),
        "no dimension": np.array(5.0),
        "many dimensions": deep,
        "negative zero": np.array([-0.0, 0.0]),
        "huge numbers": np.array([1e308, -1e308, 1.7e308]),
        "tiny numbers": np.array([5e-324, 1e-310]),
        "far from zero": 1e9 + np.arange(1000.0) / 1000,
        "float16 at its limit": np.array([65504, -65504, inf], "f2"),
        "longdouble": np.array([1, nan, inf], "g"),
        "complex infinities": np.array([complex(inf, 1), complex(1, -inf), 3 + 4j]),
        "not a time": np.array(["NaT", "2024-01-01"], "M8[s]"),
        "negative durations": np.array([-5, 5, 0], "m8[D]"),
        "largest integers": np.array([2**63 - 1, -(2**63)], "i8"),
        "largest unsigned": np.array([2**64 - 1, 0], "u8"),
        "booleans": np.array([True, False, True]),
        "text": np.array(["näh", "日本"]),
        "bytes": np.array([b"\0a", b"b"]),
        "structure": np.array([(1, 2.5, b"x")], [("a", "i4"), ("b", ">f8"), ("c", "S2")]),
        "structure in structure": np.zeros(2, [("p", [("x", "f4"), ("y", "f4", (2, 2))]), ("q", "?")]),
        "structure with a gap": np.zeros(
            2, {"names": ["a"], "formats": ["u1"], "offsets": [3], "itemsize": 8}
        ),
        "structure with a title": np.zeros(2, [(("a title", "a"), "i4")]),
        "aligned structure": np.zeros(2, np.dtype([("a", "u1"), ("b", "f8")], align=True)),
        "one field of a structure": np.ones(4, [("a", "i2"), ("b", "f8")])["b"],
        "diagonal": np.diagonal(np.arange(9.0).reshape(3, 3)),
        "sliding window": np.lib.stride_tricks.sliding_window_view(np.arange(6.0), 3),
        "raw memory": np.frombuffer(bytes(range(12)), "V4"),
    }


@pytest.mark.parametrize("name", special_arrays())
def test_special_arrays(name: str, pairs: Pairs) -> None:
    check(*pairs[name])


def test_objects_are_described_and_never_kept() -> None:
    array = np.array([1, "two", None], dtype=object)
    [operand] = recorded([array])
    assert (operand.shape, operand.kept, operand.hash) == ((3,), False, None)
    with pytest.raises(NumscopeError):
        operand.value()


def test_an_overlapping_array_of_a_huge_virtual_size_costs_nothing() -> None:
    array = np.broadcast_to(np.zeros(1), (2**40,))
    folder = Path(tempfile.mkdtemp())
    with numscope.record(folder / "huge.numscope") as recording:
        array[:5]
    [operation] = list(recording.open())
    assert operation.inputs[0].shape == (2**40,)


def test_inputs_are_as_they_were_before_and_outputs_as_after() -> None:
    a, b = np.arange(4.0), np.ones(4)
    folder = Path(tempfile.mkdtemp())
    with numscope.record(folder / "order.numscope") as recording:
        np.add(a, b, out=a)
        a += b
        a[1:3] = 7
        a.sort()
        np.add.at(a, [0], 100)
    values = [
        [np.asarray(operand.value()).tolist() for operand in operation.inputs if operand.kind == "array"]
        for operation in recording.open()
    ]
    assert values[0][0] == [0, 1, 2, 3]
    assert values[1][0] == [1, 2, 3, 4]
    assert values[2][0] == [2, 3, 4, 5]
    after = [
        [np.asarray(operand.value()).tolist() for operand in operation.outputs if operand.kind == "array"]
        for operation in recording.open()
    ]
    assert after[0][0] == [1, 2, 3, 4]
    assert after[1][0] == [2, 3, 4, 5]


def test_equal_values_are_kept_once() -> None:
    folder = Path(tempfile.mkdtemp())
    given = np.random.default_rng(0).random(4096)
    with numscope.record(folder / "once.numscope") as recording:
        for _ in range(50):
            given.copy()
    assert recording.counters is not None
    assert recording.counters["values"] == 1
    assert recording.counters["value_bytes"] == 4096 * 8


def test_a_deep_copy_is_given_what_it_copies(tmp_path: Path) -> None:
    """Python hands `__deepcopy__` what it copied before, by address: other arrays, other numbers in each run."""
    state = [np.arange(3.0) + number for number in range(3)]
    with numscope.record(tmp_path / "copied.numscope") as recording:
        copied = copy.deepcopy(state)
    assert all(np.array_equal(one, other) for one, other in zip(copied, state, strict=True))
    assert all(one is not other for one, other in zip(copied, state, strict=True))
    found = [operation for operation in recording.open() if operation.name == "numpy.ndarray.__deepcopy__"]
    given = [[one.value().tolist() for one in operation.inputs if one.is_array()] for operation in found]
    assert given == [[[0, 1, 2]], [[1, 2, 3]], [[2, 3, 4]]]


def test_equal_bytes_under_other_shapes_are_kept_once(tmp_path: Path) -> None:
    array = np.arange(4096.0)
    shapes: list[Any] = [
        array,
        array.reshape(64, 64),
        array.reshape(64, 64).T,
        array.reshape(4, 1024),
        array.view("i8"),
    ]
    with numscope.record(tmp_path / "once.numscope") as recording:
        for shape in shapes:
            np.isnan(shape)
    assert recording.counters is not None
    found = [operation.inputs[0] for operation in recording.open() if operation.name == "numpy.isnan"]
    assert [operand.hash for operand in found] == [numpy_truth.content_hash(shape) for shape in shapes]
    assert len({operand.hash for operand in found}) == 5
    for operand, shape in zip(found, shapes, strict=True):
        assert np.array_equal(operand.value(), shape)
    results = 3 * 4096  # of booleans: flat, and in two squares of the same bytes; and of integers
    assert recording.counters["value_bytes"] <= 4096 * 8 + results


def test_float32_far_from_zero_loses_no_digits() -> None:
    noise = np.random.default_rng(0).normal(size=4096)
    given = [(noise + mean).astype(np.float32) for mean in (0, 3, 40, 1e3, 1e4, 1e6)]
    for operand, array in zip(recorded(given), given, strict=True):
        assert operand.statistics is not None
        assert operand.statistics.deviation == pytest.approx(array.astype(float).std(), rel=1e-12)
        assert operand.statistics.mean == pytest.approx(array.astype(float).mean(), rel=1e-12, abs=1e-15)


def test_lists_that_hold_themselves_are_no_endless_search(tmp_path: Path) -> None:
    first: list[Any] = []
    second: list[Any] = [first, np.arange(2)]
    first.append(second)
    holder = np.array([None])
    with numscope.record(tmp_path / "endless.numscope", npy=str(tmp_path / "npy")) as trace:
        holder[0] = first
        with pytest.raises((ValueError, RecursionError, TypeError)):
            np.array([first, 1.0], dtype=float)
    assert {operation.name for operation in trace} >= {"numpy.ndarray.__setitem__", "numpy.array"}
