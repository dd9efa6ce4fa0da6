"""`nan` blames the line that made numbers all equal, of which a later line takes a correlation."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.analysis.nan.answered import first

pytest.importorskip("numscope._core", reason="the native core is not built")
pytest.importorskip("pandas")
pytest.importorskip("scipy")

# {}: the numbers, and a bound of these.
COLUMN = (
    "import pandas as pd\nfrom scipy import stats\n"
    "plots = pd.DataFrame({{'moss': {}, 'snails': np.arange(12) % 5}})\n"
    "def tidy(table):\n"
    "    return table.assign(moss=table['moss'].clip(lower={}))\n"
    "plots = tidy(plots).sort_values('snails')\n"
    "print(np.mean([stats.spearmanr(plots['moss'], plots['snails']).statistic, 0.5]))"
)
ARRAY = (
    "from scipy.stats import pearsonr\n"
    "depth = np.linspace({}, 0.4, 9)\n"
    "rounded = np.round(depth)\n"
    "heat = np.sin(np.arange(9.0))\n"
    "print(pearsonr(rounded[::-1], heat).statistic)"
)
STORED = (
    "import pandas as pd\n"
    "rides = pd.DataFrame({{'km': {}, 'fare': [3.2, 4.1, 5.9, 7.0]}})\n"
    "rides['km'] = rides['km'] // 1000\n"
    "print(rides['km'].corr(rides['fare']))"
)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    ("program", "line", "said"),
    [
        (COLUMN.format("np.linspace(3.0, 60.0, 12)", 80), 5, "12 numbers from 3 to 60 all 80 (`clip`)"),
        (ARRAY.format(0.1), 3, "9 numbers from 0.1 to 0.4 all 0 (`round`)"),
        (STORED.format("[12.0, 17.0, 30.0, 41.0]"), 3, "4 numbers from 12 to 41 all 0 (`__floordiv__`)"),
    ],
    ids=["cut off", "rounded", "another unit"],
)
def test_numbers_made_equal(tmp_path: Path, program: str, line: int, said: str) -> None:
    place, sentence = first(tmp_path, program)
    assert place == line, sentence
    assert said in sentence


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    ("program", "line"),
    [
        (COLUMN.format("np.full(12, 7.0)", 1), 7),
        (ARRAY.format(0.4), 5),
        (STORED.format("[2000.0] * 4"), 4),
    ],
    ids=["cut off", "rounded", "another unit"],
)
def test_numbers_that_were_equal(tmp_path: Path, program: str, line: int) -> None:
    place, sentence = first(tmp_path, program)
    assert place == line, sentence
