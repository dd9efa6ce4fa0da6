"""`nan` blames what left a fit no more points than parameters, of which it finds no errors."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.analysis.nan.answered import first

pytest.importorskip("scipy", reason="SciPy is not installed")

HEAD = (
    "from scipy.optimize import curve_fit\nx = np.array([0.5, 1.0, 2.0, 4.0, 8.0, 16.0])\n"
    "y = 3 * x / (1.2 + x)\ndef line(x, a, b):\n    return a + b * x\n"
)
ASK = "found, errors = curve_fit(line, {})\nprint(np.sqrt(np.diag(errors)))\n"
FEW = {
    "a limit with a name": (
        HEAD + "LIMIT = 6\n\nmask = x > LIMIT\nx, y = x[mask], y[mask]\n" + ASK.format("x, y"),
        6,
        "leaves 2 of 6 points by `LIMIT`, 6 (line 8) for 2 parameters; line 10 finds no errors",
    ),
    "a part with an end that has a name": (
        HEAD + "def begin(values, count=2):\n    return values[:count]\n" + ASK.format("begin(x), begin(y)"),
        6,
        "leaves 2 of 6 points by `count`, 2 (line 7)",
    ),
    "a number in the condition": (
        HEAD + "mask = (x > 3) & (y > 2.5)\nlate = np.compress(mask, x)\n" + ASK.format("late, y[mask]"),
        7,
        "leaves 2 of 6 points (compress) for 2 parameters",
    ),
    "rows of a table": (
        "import pandas as pd\n" + HEAD + "table = pd.DataFrame({'x': x, 'y': y})\nFROM = 6.0\n"
        "late = table[table['x'] > FROM]\n" + ASK.format("late['x'].to_numpy(), late['y'].to_numpy()"),
        8,
        "leaves 2 of 6 points by `FROM`, 6 (line 9)",
    ),
}
ENOUGH = {
    "there are no more points": (
        HEAD + "x, y = np.array([1.0, 2.0]), np.array([3.0, 4.0])\n" + ASK.format("x, y"),
        7,
    ),
    "a parameter that changes nothing": (
        HEAD + "LIMIT = 1.5\nmask = x > LIMIT\nx, y = x[mask], y[mask]\n" + ASK.format("x * 0, y"),
        9,
    ),
}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("case", FEW)
def test_a_choice_that_leaves_too_few_points(tmp_path: Path, case: str) -> None:
    if "pandas" in FEW[case][0]:
        pytest.importorskip("pandas", reason="pandas is not installed")
    program, line, words = FEW[case]
    found, said = first(tmp_path, program)
    assert found == line
    assert words in said


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("case", ENOUGH)
def test_a_choice_that_is_not_to_blame(tmp_path: Path, case: str) -> None:
    program, line = ENOUGH[case]
    assert first(tmp_path, program)[0] == line
