"""Columns that became something else than they say: a fault is found at its line, what only looks like it is not."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

pd = pytest.importorskip("pandas", reason="pandas is not installed")
pytest.importorskip("sklearn", reason="scikit-learn is not installed")

from sklearn.linear_model import LinearRegression

import numscope
from numscope.analysis.check_up import check_up

Program = Callable[[], object]


def _members() -> pd.DataFrame:
    paid = ["True" if one % 3 else "False" for one in range(30)]
    return pd.DataFrame({"name": [f"m{one}" for one in range(30)], "paid": paid, "fee": range(30)})


def texts_as_truth_in_their_own_column() -> object:
    members = _members()
    members["paid"] = members["paid"].astype(bool)  # fault
    return members[members["paid"]]["fee"].mean()


def texts_as_truth_of_a_whole_table() -> object:
    members = _members().astype({"paid": bool, "fee": float})  # fault
    return members.groupby("paid")["fee"].mean()


def texts_asked_one_by_one() -> object:
    members = _members()
    members = members.assign(paid=members["paid"].map(bool))  # fault
    return members["paid"].mean()


def missing_as_truth() -> object:
    doors = pd.DataFrame({"open": [1.0, 0.0, None, 0.0, 0.0]})
    doors["open"] = doors["open"].astype(bool)  # fault
    return doors["open"].sum()


def texts_that_are_compared_and_names_that_are_there() -> object:
    members = _members()
    members["paid"] = members["paid"] == "True"
    members["named"] = members["name"].astype(bool)
    members = members[members["name"].astype(bool)]
    return members[members["paid"]]["fee"].mean()


def missing_filled_in_before() -> object:
    doors = pd.DataFrame({"open": [1.0, 0.0, None, 0.0, 0.0]})
    return doors["open"].fillna(0).astype(bool).sum()


def _boats() -> tuple[pd.DataFrame, LinearRegression]:
    rng = np.random.default_rng(0)
    boats = pd.DataFrame({"length": rng.uniform(5.0, 14.0, 40)})
    boats["price"] = 4.0 * boats["length"] + rng.normal(size=40)
    boats = boats.sample(frac=1, random_state=1)
    return boats, LinearRegression().fit(boats[["length"]], boats["price"])


def a_difference_from_newly_labelled_numbers() -> object:
    boats, model = _boats()
    some = boats[:15]
    error = pd.Series(model.predict(some[["length"]])) - some["price"]  # fault
    return error.abs().mean()


def a_column_of_newly_labelled_numbers() -> object:
    boats, model = _boats()
    some = boats[:15].copy()
    some["told"] = pd.Series(model.predict(some[["length"]]))  # fault
    return (some["told"] - some["price"]).abs().mean()


def a_column_in_the_rows_of_others() -> object:
    boats, model = _boats()
    boats["told"] = pd.Series(np.maximum(model.predict(boats[["length"]]), 0.0))  # fault
    return (boats["told"] - boats["price"]).abs().mean()


def tables_side_by_side() -> object:
    boats, model = _boats()
    some = boats[:15]
    both = pd.concat([some["price"], pd.Series(model.predict(some[["length"]]))], axis=1)  # fault
    return both.mean()


def numbers_with_the_labels_of_their_rows() -> object:
    boats, model = _boats()
    boats["told"] = pd.Series(model.predict(boats[["length"]]), index=boats.index)
    boats["again"] = model.predict(boats[["length"]])
    boats["first"] = pd.Series(np.arange(40.0))
    steps = boats["price"] - boats["price"].shift()
    return (boats["told"] - boats["price"]).mean(), steps.mean()


FAULTY = {
    "alignment": [
        a_difference_from_newly_labelled_numbers,
        a_column_of_newly_labelled_numbers,
        a_column_in_the_rows_of_others,
        tables_side_by_side,
    ],
    "cast": [
        texts_as_truth_in_their_own_column,
        texts_as_truth_of_a_whole_table,
        texts_asked_one_by_one,
        missing_as_truth,
    ],
}
HEALTHY = [
    texts_that_are_compared_and_names_that_are_there,
    missing_filled_in_before,
    numbers_with_the_labels_of_their_rows,
]


def _found(program: Program, path: Path) -> list[tuple[str, int]]:
    with numscope.record(path, scalars=True):
        program()
    _, first = inspect.getsourcelines(program)
    with numscope.open(path) as trace:
        return [(one.kind, one.line - first) for one in check_up(trace).findings]


@pytest.mark.parametrize(("kind", "program"), [(kind, one) for kind, all_ in FAULTY.items() for one in all_])
def test_the_marked_line_is_found(kind: str, program: Program, tmp_path: Path) -> None:
    lines, _ = inspect.getsourcelines(program)
    marked = next(number for number, line in enumerate(lines) if line.rstrip().endswith("# fault"))
    assert _found(program, tmp_path / "t.numscope") == [(kind, marked)]


@pytest.mark.parametrize("program", HEALTHY)
def test_what_only_looks_like_it_is_not_accused(program: Program, tmp_path: Path) -> None:
    assert _found(program, tmp_path / "t.numscope") == []
