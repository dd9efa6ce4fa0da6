"""Arrays of the array API standard, held against array-api-strict, and Dask's blocks, of which nothing is computed."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from recorded_example import EXAMPLES, Recorded, assert_made_again, coverage_of, record

strict = pytest.importorskip("array_api_strict", reason="array-api-strict is not installed")
pytest.importorskip("dask.array", reason="dask[array] is not installed")

LAZY = """\
import sys, numpy as np, dask, dask.array as da
computed = []
def block(values):
    computed.append(values.shape)
    return values * 2
source = da.from_array(np.arange(12.0).reshape(4, 3), chunks=(2, 3))
doubled = source.map_blocks(block, dtype=float, meta=np.empty((0, 0)))
sine = da.sin(doubled)
total = (sine + 1).sum()
before = len(computed)
names = [source.name, doubled.name, total.name]
result = total.compute()
open(sys.argv[1], "w").write(repr((before, len(computed), float(result), names, repr(total))))
"""


@pytest.fixture(scope="module")
def blocks(tmp_path_factory: pytest.TempPathFactory) -> Recorded:
    return record(EXAMPLES / "block_means.py", tmp_path_factory.mktemp("blocks"))


@pytest.fixture(scope="module")
def lazy(tmp_path_factory: pytest.TempPathFactory) -> Recorded:
    folder = tmp_path_factory.mktemp("lazy")
    script = folder / "lazy.py"
    script.write_text(LAZY)
    return record(script, folder, str(folder / "recorded.txt"))


def test_functions_and_operators_of_the_standard_are_operations(blocks: Recorded) -> None:
    for text, names in (
        ("standard =", ["asarray"]),
        ("mean =", ["mean"]),
        ("return (values", ["Array.__sub__", "Array.__truediv__"]),
        ("worst =", ["max"]),
    ):
        found = [
            one.name.removeprefix("array_api_strict.") for one in blocks.on_line(text, "array_api_strict.")
        ]
        assert found == names


def test_nan_is_followed_through_the_standards_arrays(blocks: Recorded) -> None:
    text = blocks.ask("nan")
    assert "block_means.py:20 divides 0 by 0: `width` is 0 in 1 of 400 values" in text.splitlines()[0]


def test_data_flows_into_the_standards_arrays_and_back(blocks: Recorded) -> None:
    lines = blocks.ask("graph").splitlines()
    for name, source in (("array_api_strict.mean", "asarray"), ("numpy.from_dlpack", "Array.__truediv__")):
        at = next(at for at, line in enumerate(lines) if line.startswith(name))
        assert f"<- array_api_strict.{source}" in lines[at + 1]


def test_blocks_are_described_and_computed_by_the_program_alone(lazy: Recorded) -> None:
    plain = lazy.path.parent / "plain.txt"
    subprocess.run([sys.executable, str(lazy.script), str(plain)], check=True)
    text = plain.read_text()
    assert text.startswith("(0, 2, ")
    assert (lazy.path.parent / "recorded.txt").read_text() == text


def test_a_lazy_array_is_shown_with_its_chunks(lazy: Recorded) -> None:
    call = lazy.on_line("sine =", "dask.")[0]
    text = lazy.ask("show", str(call.id))
    for said in ("shape: (4, 3)", "chunks: (2, 3)", "computed: later, by compute"):
        assert said in text


def test_compute_gives_an_array(lazy: Recorded) -> None:
    assert [one.name for one in lazy.on_line("result =", "dask.")] == ["dask.array.Array.compute"]


@pytest.mark.parametrize("device", ["CPU_DEVICE", "device1"])
@pytest.mark.parametrize("dtype", ["float32", "float64", "int16"])
def test_statistics_on_a_device_are_those_of_numpy(device: str, dtype: str) -> None:
    from numscope.probes.array_api.objects import statistics

    values = np.array([[1, 5, -2], [7, 7, 0]], dtype)
    there = strict.asarray(values, device=strict.Device(device))
    found = statistics(there)
    said = dict(zip(found[::2], found[1::2], strict=True))
    assert (said["min"], said["max"]) == (values.min(), values.max())
    assert said.get("mean", values.mean()) == pytest.approx(values.mean())
    assert ("NaN" in said) == (dtype != "int16")


def test_nan_on_a_device_is_counted() -> None:
    from numscope.probes.array_api.objects import statistics

    found = statistics(strict.asarray([1.0, float("nan"), float("nan")], device=strict.Device("device1")))
    assert dict(zip(found[::2], found[1::2], strict=True))["NaN"] == 2.0


def test_what_has_no_order_has_no_statistics() -> None:
    from numscope.probes.array_api.objects import statistics

    assert statistics(strict.asarray([True, False])) == ()
    assert statistics(strict.zeros((0, 3))) == ()
    assert statistics(strict.asarray([1j])) == ()


@pytest.mark.parametrize("library", ["array_api_strict", "dask"])
def test_the_public_api_is_watched(library: str) -> None:
    found = coverage_of(library)
    assert found["computing"] > 200
    assert found["watched"] >= 0.98 * found["computing"]
    assert all(one["watched"] or one["reason"] for one in found["entries"])


def test_calls_of_the_standard_are_made_again_and_written_as_tests(blocks: Recorded) -> None:
    first, second = blocks.on_line("return (values", "array_api_strict.")
    arrays = ("array_api_strict.asarray(a)", "array_api_strict.asarray(b)")
    assert_made_again(first, f"{arrays[0]}.__sub__({arrays[1]})")
    assert_made_again(second, f"{arrays[0]}.__truediv__({arrays[1]})")
