"""What the program calls of pandas is an operation, the parent of what runs inside it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import numscope
from numscope.trace import Operation, Trace
from recorded_example import coverage_of

pytest.importorskip("pandas")

PROGRAM = """\
import numpy as np, pandas as pd
table = pd.DataFrame({"key": list("abca"), "value": [1.0, 2.0, np.nan, 4.0]}, index=[3, 1, 2, 0])
column = table["value"]
total = column + column
def centred(group):
    return group - group.mean()
means = table.groupby("key")["value"].transform("mean")
applied = table.groupby("key")["value"].apply(centred)
rolled = column.rolling(2).mean()
upper = table["key"].str.upper()
row = table.loc[0]
part = column.loc[1:2]
root = np.sqrt(column)
class Table(pd.DataFrame):
    pass
own = Table({"a": [1, 2]}).sum()
back = pd.Series([1, 2, 3]).isin([1]) | True
both = pd.concat([column, total])
table["new"] = total
pd.isnull(1.0)
read = pd.DataFrame.from_dict({"a": [1.0]})
column.no_such if hasattr(column, "no_such") else None
index = pd.Index([3, 4]) * 2
"""


def run(folder: Path, *options: str) -> Trace:
    script, output = folder / "program.py", folder / "program.numscope"
    script.write_text(PROGRAM)
    command = [
        sys.executable,
        "-m",
        "numscope",
        "run",
        "--force",
        "--output",
        str(output),
        *options,
        str(script),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=200)
    assert done.returncode == 0, done.stderr
    assert "broken" not in done.stderr
    return numscope.open(output)


@pytest.fixture(scope="module")
def trace(tmp_path_factory: pytest.TempPathFactory) -> Trace:
    return run(tmp_path_factory.mktemp("pandas"))


@pytest.fixture(scope="module")
def operations(trace: Trace) -> list[Operation]:
    return [one for one in trace.operations if one.name.startswith("pandas.")]


def on_line(operations: list[Operation], text: str) -> list[Operation]:
    number = next(number for number, line in enumerate(PROGRAM.splitlines(), 1) if text in line)
    return [one for one in operations if one.user_site is not None and one.user_site.line == number]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("table = ", ["pandas.DataFrame"]),
        ("column = ", ["pandas.DataFrame.__getitem__"]),
        ("total = ", ["pandas.Series.__add__"]),
        (
            "means = ",
            ["pandas.DataFrame.groupby", "pandas.DataFrameGroupBy.__getitem__", "pandas.SeriesGroupBy.transform"],
        ),
        ("rolled = ", ["pandas.Series.rolling", "pandas.Rolling.mean"]),
        ("upper = ", ["pandas.DataFrame.__getitem__", "pandas.Series.str.upper"]),
        ("row = ", ["pandas.DataFrame.loc.__getitem__"]),
        ("part = ", ["pandas.Series.loc.__getitem__"]),
        ("own = ", ["pandas.DataFrame", "pandas.DataFrame.sum"]),
        ("back = ", ["pandas.Series", "pandas.Series.isin", "pandas.Series.__or__"]),
        ("both = ", ["pandas.concat"]),
        ("table[\"new\"]", ["pandas.DataFrame.__setitem__"]),
        ("pd.isnull", ["pandas.isna"]),
        ("read = ", ["pandas.DataFrame.from_dict"]),
        ("index = ", ["pandas.Index", "pandas.Index.__mul__"]),
    ],
)  # fmt: skip
def test_a_line_is_the_public_calls_that_it_makes(
    operations: list[Operation], text: str, names: list[str]
) -> None:
    assert [one.name for one in on_line(operations, text) if one.depth == 0] == names


def test_what_pandas_calls_of_its_own_passes_but_not_what_the_program_calls_inside(
    operations: list[Operation],
) -> None:
    inside = [one for one in operations if one.depth > 0]
    called = on_line(inside, "return group - ")
    assert [one.name for one in called] == ["pandas.Series.mean", "pandas.Series.__sub__"] * 3
    (apply,) = (one for one in on_line(operations, "applied = ") if one.name == "pandas.SeriesGroupBy.apply")
    assert {one.parent for one in called} == {apply.id}
    assert [one.name for one in inside if one not in called] == []


def test_the_operations_of_numpy_are_children_of_the_call(trace: Trace, operations: list[Operation]) -> None:
    (add,) = on_line(operations, "total = ")
    assert add.user_visible
    assert "numpy.add" in [one.name for one in trace.operations if one.parent == add.id]


def test_a_series_is_its_array_its_name_and_its_index(operations: list[Operation]) -> None:
    (add,) = on_line(operations, "total = ")
    (result,) = (one for one in add.operands if one.role == "output" and one.kind == "object")
    assert result.attributes["name"] == "value"
    assert "Index of 4" in str(result.attributes["index"])
    parts = {one.name: one for one in add.operands if one.role == "output" and one.kind == "array"}
    values = parts["values"]
    assert values.statistics is not None
    assert (values.shape, values.statistics.nans, values.statistics.maximum) == ((4,), 1, 8.0)
    index = [one for one in add.operands if one.name == "index" and one.role == "argument"]
    assert [list(one.value()) for one in index] == [[3, 1, 2, 0], [3, 1, 2, 0]]


def test_a_table_is_an_array_a_column(operations: list[Operation]) -> None:
    (made,) = on_line(operations, "table = ")
    (result,) = (one for one in made.operands if one.role == "output" and one.kind == "object")
    assert {name: result.attributes[name] for name in ("rows", "columns", "labels")} == {
        "rows": 4,
        "columns": 2,
        "labels": "key, value",
    }
    nans = {one.name: one.statistics.nans for one in made.outputs if one.statistics is not None}
    assert nans["value"] == 1


def test_what_changes_in_place_is_there_before_and_after(operations: list[Operation]) -> None:
    (put,) = on_line(operations, 'table["new"]')
    before = [one.name for one in put.inputs if one.position == 0]
    after = [one.name for one in put.mutated]
    assert "new" not in before
    assert "new" in after


def test_inside_records_what_pandas_calls_of_its_own(tmp_path: Path, operations: list[Operation]) -> None:
    trace = run(tmp_path, "--inside", "pandas")
    found = [one for one in trace.operations if one.name.startswith("pandas.")]
    assert len(found) > 2 * len(operations)


def test_the_public_api_is_watched() -> None:
    found = coverage_of("pandas")
    assert found["watched"] >= 0.98 * found["computing"]
    assert all(one["watched"] or one["reason"] for one in found["entries"])
