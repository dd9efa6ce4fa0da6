"""`nan` blames the line that cuts test rows with one outcome only, for which a score has no value."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.analysis.nan.answered import first, report

pytest.importorskip("numscope._core", reason="the native core is not built")
pytest.importorskip("pandas")
pytest.importorskip("sklearn")

# {}: the outcomes, and the splitter.
LOOP = (
    "import pandas as pd\n"
    "from sklearn.metrics import roc_auc_score\n"
    "from sklearn.model_selection import KFold, StratifiedKFold, TimeSeriesSplit\n"
    "rng = np.random.default_rng(3)\n"
    "hives = pd.DataFrame({{'weight': rng.normal(size=60), 'lost': {}}})\n"
    "parts = {}\n"
    "scores = []\n"
    "for _, rows in parts.split(hives, hives['lost']):\n"
    "    test = hives.iloc[rows]\n"
    "    scores.append(roc_auc_score(test['lost'], test['weight']))\n"
    "print(np.mean(scores))"
)
ONE_CUT = (
    "from sklearn.metrics import roc_auc_score\n"
    "from sklearn.model_selection import train_test_split\n"
    "rng = np.random.default_rng(3)\n"
    "ripe = np.repeat([1, 0], [{}])\n"
    "sugar = rng.normal(size=len(ripe))\n"
    "def parts():\n"
    "    return train_test_split(sugar, ripe, test_size=0.2{})\n"
    "_, sugar_test, _, ripe_test = parts()\n"
    "print(roc_auc_score(ripe_test, sugar_test))"
)
SORTED, RARE = "np.repeat([0, 1], 30)", "np.isin(np.arange(60), [7, 8, 31, 33, 58]).astype(int)"


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    ("program", "line", "said"),
    [
        (
            LOOP.format(SORTED, "KFold(4)"),
            6,
            "cuts 60 rows in their order, sorted by outcome (30 of 0, 30 of 1): the 15 that are scored hold 0 only; "
            "line 10 makes NaN of it",
        ),
        (
            LOOP.format(RARE, "KFold(5)"),
            6,
            "cuts 60 rows without regard to outcomes (55 of 0, 5 of 1): the 12 that are scored hold 0 only; "
            "line 10 makes NaN of it",
        ),
        (
            ONE_CUT.format("32, 18", ", shuffle=False"),
            7,
            "cuts 50 rows in their order, sorted by outcome (18 of 0, 32 of 1): the 10 that are scored hold 0 only; "
            "line 9 makes NaN of it",
        ),
    ],
    ids=["sorted rows", "a rare outcome", "one cut"],
)
def test_test_rows_of_one_outcome(tmp_path: Path, program: str, line: int, said: str) -> None:
    assert first(tmp_path, program) == (line, said)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    ("program", "line"),
    [
        (LOOP.format("(np.arange(60) == 20).astype(int)", "KFold(5)"), 10),
        (LOOP.format(SORTED, "TimeSeriesSplit(5)"), 10),
        (ONE_CUT.format("0, 50", ""), 9),
    ],
    ids=["a single row", "rows of time", "one outcome in all"],
)
def test_no_other_cut_would_help(tmp_path: Path, program: str, line: int) -> None:
    place, sentence = first(tmp_path, program)
    assert place == line, sentence


@pytest.mark.filterwarnings("ignore")
def test_folds_with_both_outcomes(tmp_path: Path) -> None:
    assert not report(tmp_path, LOOP.format(RARE, "StratifiedKFold(5)")).origins
