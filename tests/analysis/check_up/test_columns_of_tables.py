"""Columns that became something else than they say: a fault is found at its line, what only looks like it is not."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path

import pytest

pd = pytest.importorskip("pandas", reason="pandas is not installed")

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


FAULTY = {
    "cast": [
        texts_as_truth_in_their_own_column,
        texts_as_truth_of_a_whole_table,
        texts_asked_one_by_one,
        missing_as_truth,
    ],
}
HEALTHY = [texts_that_are_compared_and_names_that_are_there, missing_filled_in_before]


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
