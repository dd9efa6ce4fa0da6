"""What a program calls of xarray is an operation with dimensions and coordinates, and arrays without a copy."""

from __future__ import annotations

from pathlib import Path

import pytest

from recorded_example import EXAMPLES, Recorded, assert_made_again, coverage_of, record

pytest.importorskip("xarray", reason="xarray is not installed")

PROGRAM = """\
import numpy as np, xarray as xr, xarray.ufuncs
values = np.arange(12.0).reshape(4, 3)
array = xr.DataArray(values, dims=("time", "x"), coords={"time": [1, 2, 3, 4]}, name="heat")
double = array * 2
mean = double.mean("x")
grouped = array.groupby("time").mean()
rolled = array.rolling(time=2).sum()
part = array.sel(time=3)
spot = array.loc[2]
root = np.sqrt(array)
weighted = array.weighted(xr.DataArray([1.0, 2.0, 3.0], dims="x")).mean("x")
table = xr.Dataset({"heat": array, "cold": -array})
both = table.mean()
sine = xarray.ufuncs.sin(array)
turned = array.T
"""


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Recorded:
    folder = tmp_path_factory.mktemp("xarray")
    script = folder / "program.py"
    script.write_text(PROGRAM)
    return record(script, folder)


@pytest.fixture(scope="module")
def months(tmp_path_factory: pytest.TempPathFactory) -> Recorded:
    return record(EXAMPLES / "warm_months.py", tmp_path_factory.mktemp("months"))


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("array =", ["DataArray"]),
        ("double =", ["DataArray.__mul__"]),
        ("mean =", ["DataArray.mean"]),
        ("grouped =", ["DataArray.groupby", "DataArrayGroupBy.mean"]),
        ("rolled =", ["DataArray.rolling", "DataArrayRolling.sum"]),
        ("part =", ["DataArray.sel"]),
        ("spot =", ["DataArray.loc.__getitem__"]),
        ("weighted =", ["DataArray", "DataArray.weighted", "DataArrayWeighted.mean"]),
        ("table =", ["DataArray.__neg__", "Dataset"]),
        ("both =", ["Dataset.mean"]),
        ("sine =", ["ufuncs.unary.__call__"]),
        ("turned =", ["DataArray.T"]),
    ],
)
def test_the_programs_calls_are_operations(program: Recorded, text: str, names: list[str]) -> None:
    found = [one.name.removeprefix("xarray.") for one in program.on_line(text, "xarray.")]
    assert found == names


def test_an_array_is_shown_with_dimensions_coordinates_and_values(program: Recorded) -> None:
    call = program.on_line("double =", "xarray.")[-1]
    text = program.ask("show", str(call.id))
    assert "name: heat" in text
    assert "dimensions: time: 4, x: 3" in text
    assert "coordinates: time" in text


def test_values_are_described_where_they_lie(program: Recorded) -> None:
    made, doubled = program.on_line("array =", "xarray.")[0], program.on_line("double =", "xarray.")[-1]
    given = next(one for one in made.operands if one.shape == (4, 3))
    used = next(one for one in doubled.operands if one.name == "values" and one.role == "input")
    assert used.address == given.address


def test_ls_shows_the_programs_calls_first(months: Recorded) -> None:
    assert "xarray.DataArrayGroupBy.mean" in months.ask("ls", "--limit", "40")


def test_nan_names_the_line_and_the_reason(months: Recorded) -> None:
    assert "warm_months.py:23 `where` leaves 400 of 2,190" in months.ask("nan").splitlines()[0]


def test_graph_links_the_anomalies_to_the_means(months: Recorded) -> None:
    lines = months.ask("graph").splitlines()
    at = next(at for at, line in enumerate(lines) if line.startswith("xarray.DataArrayGroupBy.__sub__"))
    assert "xarray.DataArrayGroupBy.mean" in lines[at + 1]


def test_diff_finds_the_first_line_that_differs(months: Recorded, tmp_path: Path) -> None:
    text = months.ask("diff", str(record(months.script, tmp_path, "0.05").path))
    assert "warm_months.py:18" in text
    assert "called with another argument" in text


@pytest.mark.parametrize("command", ["report"])
def test_the_other_commands_answer(months: Recorded, command: str, tmp_path: Path) -> None:
    into = {"report": "r.html", "explain": "e.html", "testgen": "tests"}.get(command)
    assert months.ask(command, *(("--output", str(tmp_path / into)) if into else ()))


def test_calls_are_made_again_and_written_as_tests(program: Recorded) -> None:
    array = "xarray.DataArray(a, dims=['time', 'x'], coords={'time': b}, name='heat')"
    assert_made_again(program.on_line("double =")[0], f"{array}.__mul__(2)")
    assert_made_again(program.on_line("part =")[0], f"{array}.sel(time=3)")
    assert_made_again(program.on_line("turned =")[0], f"{array}.T")


def test_the_public_api_is_watched() -> None:
    found = coverage_of("xarray")
    assert found["watched"] >= 0.98 * found["computing"]
    assert all(one["watched"] or one["reason"] for one in found["entries"])
