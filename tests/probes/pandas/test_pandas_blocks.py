"""What is recorded of a table or a Series is what pandas itself says that it holds, however its blocks lie."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import numscope
from numscope.trace import Operand, Operation

pd = pytest.importorskip("pandas")

# Of a column that Arrow holds its buffers are counted, which are filled up to whole words.
ARROW_FILLS = 64


def tables() -> dict[str, Any]:
    """Return tables whose blocks lie in many ways, by name."""
    numbers = np.arange(12.0).reshape(4, 3)
    mixed = pd.DataFrame(
        {"a": numbers[:, 0], "n": [1, 2, 3, 4], "b": numbers[:, 1], "yes": [True, False] * 2}
    )
    grown = mixed.copy()
    grown.insert(1, "put", np.float32([1, 2, 3, 4]))
    grown["last"] = [0.5, np.nan, np.inf, 1.0]
    irregular = pd.DataFrame({"a": [1.0, 2.0], "b": [3.0, 4.0], "n": [5, 6], "c": [7.0, 8.0]}).copy()
    masked = pd.DataFrame({"m": pd.array([1, None, 3], dtype="Int64"), "x": [0.0, 1.0, 2.0]})
    days = pd.date_range("2020", periods=3)
    dates = pd.DataFrame({"when": days, "x": [1.0, 2.0, 3.0], "then": days[::-1]}).copy()  # one block of two
    words = pd.DataFrame({"k": ["a", None, "c"], "x": [1.0, 2.0, 3.0], "c": pd.Categorical(["u", "v", "u"])})
    return {
        "one block": pd.DataFrame(numbers, columns=list("xyz")),
        "a row": pd.DataFrame([[1.0, 2.0]], columns=["x", "y"]),
        "three types": mixed,
        "columns 0, 1 and 3 in a block": irregular,
        "reversed": mixed[::-1],
        "every second": pd.DataFrame(numbers, columns=list("xyz"))[::2],
        "columns backwards": mixed[mixed.columns[::-1]],
        "some columns": mixed[["b", "a"]],
        "columns put in": grown,
        "a column dropped": grown.drop(columns="a"),
        "transposed": pd.DataFrame(numbers, columns=list("xyz"), index=list("pqrs")).T,
        "labels that are numbers": pd.DataFrame(numbers),
        "two of one label": pd.DataFrame(numbers, columns=["x", "x", "y"]),
        "sixteen columns": pd.DataFrame(np.arange(32.0).reshape(2, 16)),
        "levels": pd.DataFrame(
            numbers, columns=list("xyz"), index=pd.MultiIndex.from_product([[1, 2], ["u", "v"]])
        ),
        "no rows": pd.DataFrame(numbers, columns=list("xyz"))[:0],
        "no columns": pd.DataFrame(index=range(3)),
        "masks": masked,
        "dates": dates,
        "words": words,
        "read only": pd.DataFrame(np.broadcast_to(np.float64(2), (3, 2)), columns=["x", "y"], copy=False),
    }


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Operation]:
    output = tmp_path_factory.mktemp("blocks") / "t.numscope"
    made = tables()
    with numscope.record(output):
        for table in made.values():
            pd.isna(table)
    calls = [one for one in numscope.open(output).operations if one.name == "pandas.isna"]
    return dict(zip(made, calls, strict=True))


def described(operation: Operation) -> tuple[Operand, list[Operand], list[Operand]]:
    """Return the table that went in, its columns and its index."""
    (table,) = (one for one in operation.operands if one.role == "argument" and one.kind == "object")
    columns = [one for one in operation.operands if one.role == "input" and one.kind == "array"]
    return (
        table,
        columns,
        [one for one in operation.operands if one.role == "argument" and one.name == "index"],
    )


@pytest.mark.parametrize("name", tables())
def test_the_facts_are_those_of_the_table(recorded: dict[str, Operation], name: str) -> None:
    table = tables()[name]
    found, _, index = described(recorded[name])
    facts = found.attributes
    assert (facts["rows"], facts["columns"]) == table.shape
    assert facts["labels"] == ", ".join(map(str, table.columns))
    assert facts["label dtype"] == str(table.columns.dtype)
    kind = type(table.index).__name__
    assert str(facts["index"]).startswith(kind)
    assert len(index) == (kind not in ("RangeIndex", "MultiIndex") and table.index.dtype != "str")


@pytest.mark.parametrize("name", tables())
def test_the_memory_is_that_of_the_columns(recorded: dict[str, Operation], name: str) -> None:
    table = tables()[name]
    wanted = table.memory_usage(index=False).sum()
    texts = [table.iloc[:, at].dtype for at in range(table.shape[1])].count("str")
    assert wanted <= described(recorded[name])[0].attributes["memory"] <= wanted + texts * ARROW_FILLS


def test_what_python_describes_has_the_memory_that_pandas_counts(tmp_path: Path) -> None:
    days = pd.date_range("2020", periods=5)
    named = {
        "wide": pd.DataFrame(np.ones((3, 20), np.float32)).assign(k=[0.0, 1.0, 2.0]),
        "days": pd.Series(days),
        "categories": pd.Series(pd.Categorical(["u", "v", "u"])),
        "masks": pd.Series([1, None], dtype="Int64"),
        "texts": pd.Series(["a", None, "longer"], dtype="str"),
        "objects": pd.Series([object(), "text"], dtype=object),
        "an array": pd.array([1, None, 3], dtype="Int64"),
        "an index": pd.Index([1.0, 2.0]),
        "an index of days": days,
    }
    with numscope.record(tmp_path / "t.numscope"):
        for one in named.values():
            pd.isna(one)
    calls = [one for one in numscope.open(tmp_path / "t.numscope").operations if one.name == "pandas.isna"]
    for (name, one), call in zip(named.items(), calls, strict=True):
        wanted = one.memory_usage(index=False).sum() if name == "wide" else one.nbytes
        most = wanted + (ARROW_FILLS if name == "texts" else 0)
        assert wanted <= described(call)[0].attributes["memory"] <= most, name


def test_memory_that_costs_much_to_count_is_not_said(tmp_path: Path) -> None:
    table = pd.DataFrame({"x": [1.0, 2.0], "between": pd.arrays.IntervalArray.from_breaks([0, 1, 2])})
    with numscope.record(tmp_path / "t.numscope"):
        pd.isna(table)
        pd.isna(table["between"])
    calls = [one for one in numscope.open(tmp_path / "t.numscope").operations if one.name == "pandas.isna"]
    assert [described(call)[0].attributes.get("memory") for call in calls] == [None, None]


@pytest.mark.parametrize("name", tables())
def test_the_arrays_are_those_of_the_columns(recorded: dict[str, Operation], name: str) -> None:
    table = tables()[name]
    _, columns, _ = described(recorded[name])
    wanted = [
        (str(table.columns[at]), table.iloc[:, at])
        for at in range(table.shape[1])
        if type(table.iloc[:, at]._values) is np.ndarray and table.iloc[:, at].dtype != object
    ]
    given = [(one.name, one.value()) for one in columns if one.dtype != "object"]
    for label, column in wanted:
        values = column.to_numpy()
        matching = [value for at, value in given if at == label and value.dtype == values.dtype]
        assert any(np.array_equal(value, values, equal_nan=values.dtype.kind == "f") for value in matching)
    assert [one.item for one in columns] == list(range(1, len(columns) + 1))


def test_masks_dates_and_categories_are_the_arrays_behind_them(recorded: dict[str, Operation]) -> None:
    parts = {one.name: one for name in ("masks", "dates", "words") for one in described(recorded[name])[1]}
    assert parts["m: mask"].value().tolist() == [False, True, False]
    days = pd.date_range("2020", periods=3).to_numpy().tolist()
    assert (parts["when"].value().tolist(), parts["then"].value().tolist()) == (days, days[::-1])
    assert parts["c"].value().tolist() == [0, 1, 0]
    if tables()["words"]["k"].dtype != object:  # pandas 2 keeps texts as Python's
        assert described(recorded["words"])[0].attributes["k: nulls"] == 1


def test_what_is_said_of_axes_is_not_mixed_up(tmp_path: Path) -> None:
    # Some of these ranges are empty, and some hold the same numbers and end elsewhere: 0, 2 up to 3 and up to 4.
    indexes = [pd.RangeIndex(at % 3, at % 3 + at % 7, at % 2 + 1) for at in range(2000)]
    names = [f"s{at}" for at in range(5)]  # a name of its own for each Series would tell them apart
    series = [pd.Series(np.ones(len(index)), index, name=names[at % 5]) for at, index in enumerate(indexes)]
    with numscope.record(tmp_path / "t.numscope"):
        for one in series:
            pd.isna(one)
    calls = [one for one in numscope.open(tmp_path / "t.numscope").operations if one.name == "pandas.isna"]
    assert len(calls) == len(series)
    for call, one in zip(calls, series, strict=True):
        (given,) = (
            operand for operand in call.operands if operand.kind == "object" and operand.role == "argument"
        )
        rows = one.index
        assert given.attributes == {
            "name": one.name,
            "index": f"RangeIndex({rows.start}, {rows.stop}, {rows.step})",
            "memory": one.nbytes,
        }


def test_texts_are_hidden_as_other_texts_are(tmp_path: Path) -> None:
    table = pd.DataFrame({"secret": [1.0]})
    for values in ("none", "stats", "full", "none"):
        with numscope.record(tmp_path / f"{values}.numscope", values=values, force=True):
            pd.isna(table)
        (call,) = (
            one
            for one in numscope.open(tmp_path / f"{values}.numscope").operations
            if one.name == "pandas.isna"
        )
        labels = str(described(call)[0].attributes["labels"])
        assert (labels == "secret") == (values == "full")
        assert labels.startswith("secret" if values == "full" else "<str of 6 characters")
