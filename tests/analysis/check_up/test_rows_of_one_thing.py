"""Rows of one person or thing on both sides of a split at random are found; rows that are not alike are not."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from tests.analysis.check_up.recorded_functions import found_in

pd = pytest.importorskip("pandas", reason="pandas is not installed")
pytest.importorskip("sklearn", reason="scikit-learn is not installed")

from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import (
    GroupShuffleSplit,
    KFold,
    StratifiedKFold,
    cross_val_score,
    train_test_split,
)
from sklearn.neighbors import KNeighborsClassifier

Program = Callable[[], object]
_VOICE = ["pitch", "breath", "tempo", "tone"]


def _voices(alike: float = 1.0) -> pd.DataFrame:
    """Seven recordings each of 30 people. alike: how much of a person is in each of them."""
    rng = np.random.default_rng(0)
    person = np.repeat(np.arange(30), 7)
    ill = rng.integers(0, 2, 30)[person]
    voice = alike * rng.normal(size=(30, 4))[person] + 0.5 * ill[:, None] + 0.3 * rng.normal(size=(210, 4))
    return pd.DataFrame({"person": person, "ill": ill, **dict(zip(_VOICE, voice.T, strict=True))})


def a_table_parted_by_rows() -> object:
    table = _voices()
    train, test = train_test_split(table, random_state=0)  # fault
    return KNeighborsClassifier().fit(train[_VOICE], train["ill"]).score(test[_VOICE], test["ill"])


def row_numbers_in_a_random_order() -> object:
    table = _voices()
    x, y = table[_VOICE].to_numpy(), table["ill"].to_numpy()
    order = np.random.default_rng(1).permutation(210)  # fault
    known, new = order[:150], order[150:]
    return KNeighborsClassifier().fit(x[known], y[known]).score(x[new], y[new])


def people_joined_one_by_one() -> object:
    rng = np.random.default_rng(0)
    parts = [rng.normal(size=6) + 0.2 * rng.normal(size=(rng.integers(3, 9), 6)) for _ in range(25)]
    x, y = np.vstack(parts), np.concatenate([np.full(len(one), k % 2) for k, one in enumerate(parts)])
    folds = StratifiedKFold(4, shuffle=True, random_state=1)
    return cross_val_score(LogisticRegression(), x, y, cv=folds).mean()  # fault


def folds_by_hand() -> list[float]:
    table = _voices()
    x, y = table[_VOICE].to_numpy(), table["ill"].to_numpy()
    scores = []
    for known, new in KFold(5, shuffle=True, random_state=0).split(x):  # fault
        scores.append(KNeighborsClassifier().fit(x[known], y[known]).score(x[new], y[new]))
    return scores


def people_kept_whole() -> object:
    table = _voices()
    x, y, person = table[_VOICE].to_numpy(), table["ill"].to_numpy(), table["person"].to_numpy()
    known, new = next(GroupShuffleSplit(1, random_state=0).split(x, y, person))
    return KNeighborsClassifier().fit(x[known], y[known]).score(x[new], y[new])


def people_parted_by_name() -> object:
    table = _voices()
    known, _ = train_test_split(table["person"].unique(), random_state=0)
    train, test = table[table["person"].isin(known)], table[~table["person"].isin(known)]
    return KNeighborsClassifier().fit(train[_VOICE], train["ill"]).score(test[_VOICE], test["ill"])


def recordings_that_are_not_alike() -> object:
    train, test = train_test_split(_voices(alike=0.0), random_state=0)
    return KNeighborsClassifier().fit(train[_VOICE], train["ill"]).score(test[_VOICE], test["ill"])


def ages_that_decide() -> object:
    rng = np.random.default_rng(0)
    age = rng.integers(20, 80, 400)
    x = np.column_stack([age, age + 10 * rng.normal(size=400), rng.normal(size=400)])
    known, new, answers, _ = train_test_split(x, (age > 50).astype(int), random_state=0)
    return LogisticRegression(max_iter=3000).fit(known, answers).predict(new)


FAULTY = [a_table_parted_by_rows, row_numbers_in_a_random_order, people_joined_one_by_one, folds_by_hand]
HEALTHY = [people_kept_whole, people_parted_by_name, recordings_that_are_not_alike, ages_that_decide]


@pytest.mark.parametrize("program", FAULTY)
def test_the_split_is_found(program: Program, tmp_path: Path) -> None:
    lines, _ = inspect.getsourcelines(program)
    marked = next(number for number, line in enumerate(lines) if line.rstrip().endswith("# fault"))
    assert found_in(program, tmp_path / "t.numscope") == [("data", marked)]


@pytest.mark.parametrize("program", HEALTHY)
def test_other_splits_are_not_accused(program: Program, tmp_path: Path) -> None:
    assert found_in(program, tmp_path / "t.numscope") == []
