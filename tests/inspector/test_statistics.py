from __future__ import annotations

import dataclasses
import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

torch = pytest.importorskip("torch", reason="PyTorch is not installed")

from numscope import _moments
from numscope.inspector import calculate_statistics
from numscope.inspector.measure import (
    UnreadableTensorError,
    float_letter,
    measure,
    measure_on_device,
    read_row,
)
from numscope.inspector.moments import Moments, merge_all
from numscope.inspector.units import UnitTracker, alive_units

SHAPES = hnp.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=9)
FLOATS = st.sampled_from([np.float16, np.float32, np.float64])
INTEGERS = st.sampled_from([np.bool_, np.uint8, np.int8, np.int16, np.int32, np.int64])


def expected(values: np.ndarray) -> dict[str, float]:
    """The definitions, by NumPy in its widest float."""
    flat = values.reshape(-1)
    finite = flat[np.isfinite(flat)].astype(np.longdouble)
    some = finite.size > 0
    return {
        "count": flat.size,
        "mean": float(finite.mean()) if some else math.nan,
        "var": float(finite.var(ddof=1)) if finite.size > 1 else math.nan,
        "std": float(finite.std(ddof=1)) if finite.size > 1 else math.nan,
        "min": float(finite.min()) if some else math.nan,
        "max": float(finite.max()) if some else math.nan,
        "median": float(np.sort(finite)[(finite.size - 1) // 2]) if some else math.nan,
        "norm": float(np.sqrt((finite * finite).sum())),
        "rms": float(np.sqrt((finite * finite).mean())) if some else math.nan,
        "zeros": int((flat == 0).sum()),
        "zero_fraction": float((flat == 0).mean()) if flat.size else math.nan,
        "nan_count": int(np.isnan(flat).sum()),
        "inf_count": int(np.isinf(flat).sum()),
    }


def assert_close(found: dict, truth: dict[str, float], spread: float) -> None:
    for name, value in truth.items():
        assert found[name] == pytest.approx(value, rel=1e-9, abs=1e-9 * spread, nan_ok=True), name


@given(st.data(), FLOATS, SHAPES)
def test_floats_of_every_shape_as_numpy_counts_them(data, dtype, shape):
    elements = hnp.from_dtype(np.dtype(dtype), allow_nan=False, allow_infinity=False)
    if dtype is np.float64:
        # Beyond these the squares have no float64: a norm is then infinite or zero.
        elements = st.floats(1e-100, 1e100) | st.floats(-1e100, -1e-100)
    elements = elements | st.sampled_from([0.0, math.nan, math.inf, -math.inf])
    values = data.draw(hnp.arrays(dtype, shape, elements=elements))
    found = calculate_statistics(torch.from_numpy(values))
    finite = values[np.isfinite(values)].astype(np.float64)
    largest = float(np.abs(finite).max(initial=0))
    truth = expected(values)
    # A variance is known to the square of what its numbers are known to.
    assert_close({**found, "var": 0}, {**truth, "var": 0}, largest)
    assert found["var"] == pytest.approx(truth["var"], rel=1e-9, abs=1e-12 * largest**2, nan_ok=True)
    assert found["shape"] == values.shape
    assert found["dtype"] == values.dtype.name


@given(st.data(), INTEGERS, SHAPES)
def test_integers_and_booleans_count_as_numbers(data, dtype, shape):
    values = data.draw(hnp.arrays(dtype, shape))
    found = calculate_statistics(torch.from_numpy(values))
    largest = float(np.abs(values.astype(np.float64)).max(initial=0))
    assert_close({**found, "var": 0}, {**expected(values), "var": 0}, largest)


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16, torch.float8_e4m3fn, torch.float8_e5m2])
def test_narrow_floats_are_taken_for_what_they_hold(dtype):
    values = torch.randn(64, 3).to(dtype)
    found = calculate_statistics(values)
    assert_close(found, expected(values.float().numpy()), 1.0)
    assert found["dtype"] == str(dtype).removeprefix("torch.")


def test_a_row_of_the_native_code_has_the_fields_of_moments_in_their_order() -> None:
    places = _moments.ENUMS["moments_row"]
    names = [name.removeprefix("MOMENTS_").lower() for name in sorted(places, key=places.__getitem__)]
    assert names == [field.name for field in dataclasses.fields(Moments)]
    values = np.array([0.0, 2.0, 7.0, np.nan, np.inf, -np.inf, np.nan, np.nan, -np.inf])
    row = Moments(*_moments.measure(values))
    assert (row.count, row.mean, row.squares, row.minimum, row.maximum) == (3, 3.0, 26.0, 0.0, 7.0)
    assert (row.zeros, row.nan_count, row.inf_count) == (1, 3, 3)
    history = _moments.History()
    history.add(4, 0, _moments.measure(values))
    assert history.entries() == [(4, _moments.measure(values))]
    with pytest.raises(TypeError, match="a tuple of 8 numbers"):
        history.add(5, 1, (1.0, 2.0))  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        history.add(5, 1, (*_moments.measure(values)[:7], "8"))  # type: ignore[arg-type]


@given(
    hnp.arrays(np.float64, st.integers(0, 40), elements=st.floats(-1e6, 1e6) | st.just(math.nan)), st.data()
)
def test_moments_of_parts_merge_to_those_of_the_whole(values, data):
    cut = data.draw(st.integers(0, len(values)))
    whole = measure(torch.from_numpy(values))
    parts = merge_all([measure(torch.from_numpy(values[:cut])), measure(torch.from_numpy(values[cut:]))])
    assert (parts.count, parts.zeros, parts.nan_count) == (whole.count, whole.zeros, whole.nan_count)
    assert (parts.minimum, parts.maximum) == (whole.minimum, whole.maximum)
    assert parts.mean == pytest.approx(whole.mean, rel=1e-9, abs=1e-6)
    assert parts.squares == pytest.approx(whole.squares, rel=1e-9, abs=1e-3)


@given(hnp.arrays(np.float32, st.integers(0, 300), elements=st.floats(-1e6, 1e6, width=32) | st.just(np.inf)))
def test_the_accelerators_reductions_agree_with_the_kernel(values):
    tensor = torch.from_numpy(values)
    kernel, reductions = measure(tensor), Moments(*read_row(measure_on_device(tensor).tolist()))
    assert reductions.total == kernel.total
    assert (reductions.minimum, reductions.maximum) == (kernel.minimum, kernel.maximum)
    assert (reductions.zeros, reductions.inf_count) == (kernel.zeros, kernel.inf_count)
    assert reductions.mean == pytest.approx(kernel.mean, rel=1e-6, abs=1e-6)
    assert reductions.squares == pytest.approx(kernel.squares, rel=1e-5, abs=1e-2 * max(kernel.largest, 1))


def test_a_mean_far_from_zero_leaves_the_variance_right():
    values = torch.randn(10_000, dtype=torch.float64) + 1e8
    found = calculate_statistics(values)
    assert found["var"] == pytest.approx(float(values.var()), rel=1e-6)


@pytest.mark.parametrize("rows", [1, 1000])
def test_layouts_that_are_not_contiguous(rows):
    values = torch.randn(rows, 40)
    for view in (values.T, values[:, ::3], values[:1].expand(7, 40), values.flip(1)):
        assert_close(calculate_statistics(view), expected(view.contiguous().numpy()), 1.0)


def test_a_tensor_that_requires_a_gradient_and_a_conjugate():
    real = torch.randn(5, requires_grad=True)
    assert calculate_statistics(real)["mean"] == pytest.approx(real.mean().item())
    numbers = torch.randn(5, dtype=torch.complex64)
    assert calculate_statistics(numbers.conj())["norm"] == pytest.approx(float(numbers.norm()))
    assert calculate_statistics(numbers.conj().imag)["mean"] == pytest.approx(-float(numbers.imag.mean()))


@pytest.mark.filterwarnings("ignore:Sparse CSR tensor support")
@pytest.mark.parametrize("layout", ["coo", "csr"])
def test_what_a_sparse_tensor_leaves_out_counts_as_zeros(layout):
    dense = torch.randn(6, 7) * (torch.rand(6, 7) > 0.6)
    sparse = dense.to_sparse() if layout == "coo" else dense.to_sparse_csr()
    assert_close(calculate_statistics(sparse), expected(dense.numpy()), 1.0)


@pytest.mark.filterwarnings("ignore:The PyTorch API of nested tensors", "ignore:torch.quantize_per_tensor")
def test_quantised_and_nested_tensors():
    ragged = torch.nested.nested_tensor([torch.ones(2), torch.zeros(3)])
    assert calculate_statistics(ragged)["mean"] == pytest.approx(0.4)
    quantised = torch.quantize_per_tensor(torch.tensor([0.0, 1.0, 2.0]), 0.5, 0, torch.qint8)
    assert calculate_statistics(quantised)["max"] == 2.0


def test_a_meta_tensor_has_no_figures_and_says_so():
    found = calculate_statistics(torch.empty(3, 4, device="meta"))
    assert found["readable"] is False
    assert found["shape"] == (3, 4)
    assert math.isnan(found["mean"])


def test_numpys_error_settings_do_not_reach_our_sums():
    with np.errstate(all="raise"):
        assert calculate_statistics(torch.tensor([3e38, 3e38, math.nan]))["nan_count"] == 1


def test_figures_of_a_gpu_tensor(device):
    values = torch.randn(33, 5, device=device)
    found = calculate_statistics(values)
    assert_close(found, expected(values.cpu().numpy()), 1.0)
    assert found["device"] == str(values.device)


@given(st.lists(st.floats(-1e3, 1e3), max_size=200), st.integers(1, 20).map(lambda n: 2 * n))
def test_a_history_stays_short_and_loses_nothing(numbers, longest):
    history = _moments.History(longest)
    for step, number in enumerate(numbers):
        history.add(step, step, (1, number, 0.0, number, number, 0, 0, 0))
    total = merge_all(Moments(*row) for _, row in history.entries())
    assert len(history.entries()) <= longest
    assert total.count == len(numbers) == history.count
    assume(numbers)
    assert total.mean == pytest.approx(np.mean(numbers), abs=1e-6)
    assert total.squares == pytest.approx(np.var(numbers) * len(numbers), abs=1e-6)
    assert (total.minimum, total.maximum) == (min(numbers), max(numbers))
    steps = [step for step, _ in history.entries()]
    assert steps[0] == 0
    widths = np.diff(steps)
    assert len(set(widths)) <= 1, "every entry covers equally many steps"


def test_a_history_knows_the_first_gap_whatever_the_order():
    history = _moments.History()
    for order, values in ((5, [1.0, math.nan]), (3, [math.inf]), (4, [0.0]), (9, [math.nan])):
        array = np.array(values, "f8")
        history.measure(0, order, array.ctypes.data, array.size, "d")
    assert (history.gap, history.count) == (3, 4)
    assert [row[5:] for _, row in history.entries()] == [(0, 1, 0), (0, 0, 1), (1, 0, 0), (0, 1, 0)]


@pytest.mark.parametrize("longest", [0, 3, -2])
def test_a_history_has_an_even_number_of_entries(longest):
    with pytest.raises(ValueError, match="even number"):
        _moments.History(longest)


def test_floats_only_are_read_from_memory():
    values = np.zeros(3, "i4")
    with pytest.raises(ValueError, match="'i' is none of the floats"):
        _moments.History().measure(0, 0, values.ctypes.data, 3, "i")
    with pytest.raises(ValueError, match="'i' is none of the floats"):
        _moments.find_alive(values.ctypes.data, 1, 1, "i", bytearray(3))


@given(
    hnp.arrays(st.sampled_from([np.float16, np.float32, np.float64]), SHAPES, elements={"allow_nan": True})
)
def test_units_alive_are_those_that_torch_finds(values):
    sparse = np.where(
        np.random.default_rng(values.size).random(values.shape) < 0.2, values, values.dtype.type(-0.0)
    )
    tensor = torch.from_numpy(sparse.copy())
    expected = alive_units(tensor)
    for letter in (float_letter(tensor), None):
        tracker = UnitTracker()
        tracker.follow(tensor, letter)
        found = tracker.alive()
        assert (found is None) == (expected is None)
        assert expected is None or torch.equal(found, expected)


def test_units_seen_alive_in_either_form_are_alive():
    tracker = UnitTracker()
    outputs = torch.zeros(6, 8)
    for unit in range(4):
        outputs.zero_()[unit % 2, unit] = 1
        tracker.follow(outputs, float_letter(outputs) if unit % 2 else None)
    assert tracker.alive().tolist() == [True] * 4 + [False] * 4
    tracker.follow(torch.ones(2, 3), "f")  # another shape: these alone
    assert tracker.alive().tolist() == [True] * 3


def test_a_tensor_whose_memory_is_elsewhere_or_gone_is_told():
    gone = torch.randn(8)
    view = gone[2:]
    gone.untyped_storage().resize_(0)
    for tensor in (gone, view):
        with pytest.raises(UnreadableTensorError):
            measure(tensor)

    def functional(x):
        with pytest.raises(UnreadableTensorError):
            measure(x)
        return x * 2

    torch.func.functionalize(functional)(torch.randn(3, 4))
