"""`nan` blames a constant that lies on the wrong side of all data, or by which is divided though it is 0."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.analysis.nan.answered import first

pytest.importorskip("numscope._core", reason="the native core is not built")

DATA = "length = np.array([120.0, 260.0, 310.0])\n"
CONSTANTS = {
    "a limit in other units": (
        f"LIMIT = 45.0\n{DATA}def age(length, limit=LIMIT):\n    part = length / limit\n"
        "    return -np.log(1 - part) / 0.2\nprint(age(length).mean())",
        1,
        "sets `LIMIT` to 45, below all data that line 4 compares it with (120 to 310); line 5 has no result for any",
    ),
    "a base that is above all": (
        f"{DATA}class Gauge:\n    def __init__(self, base, gain):\n        self.base, self.gain = base, gain\n"
        "    def net(self, read):\n        return (read - self.base) / self.gain\n"
        "gauge = Gauge(400.0, 2.0)\nprint(np.sqrt(gauge.net(length)).sum())",
        7,
        "sets `base` to 400, above all data that line 6 compares it with (120 to 310)",
    ),
    "a radius in kilometres": (
        f"SETTINGS = {{\n    'radius': 6.371,\n    'name': 'earth',\n}}\n{DATA}"
        "half = length / 2\nprint(np.degrees(np.arcsin(half / SETTINGS['radius'])).max())",
        2,
        "sets `radius` to 6.371, below all data that line 7 compares it with (60 to 155)",
    ),
}
DATA_TO_BLAME = {
    "only some are above": (f"LIMIT = 280.0\n{DATA}print(np.log(1 - length / LIMIT).mean())", 3),
    "the signs are turned round": (
        f"GAIN = 2.5\n{DATA}volts = -length * 3\nprint(np.log(volts / GAIN).mean())",
        4,
    ),
    "what is subtracted was computed": (
        f"{DATA}top = length.max() + 1\nprint(np.sqrt(length - top).sum())",
        3,
    ),
}
ZERO = {
    "a temperature of a softmax": (
        "HEAT = 0.0\ndef soft(scores, heat):\n    grown = np.exp(scores / heat)\n    return grown / grown.sum()\n"
        "print(soft(np.array([0.0, 1.0]), HEAT))",
        1,
        "sets `HEAT` to 0, by which line 3 divides",
    ),
    "a width of a kernel": (
        "from dataclasses import dataclass\n@dataclass\nclass Kernel:\n    width: float = 0.0\n"
        "    def of(self, far):\n        return np.exp(-(far ** 2) / (2 * self.width ** 2))\n"
        "print(Kernel().of(np.array([0.0, 1.0])).sum())",
        4,
        "sets `width` to 0, by which line 6 divides",
    ),
}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("case", CONSTANTS)
def test_a_constant_on_the_wrong_side_of_all_data(tmp_path: Path, case: str) -> None:
    program, line, words = CONSTANTS[case]
    found, said = first(tmp_path, program)
    assert found == line
    assert words in said


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("case", DATA_TO_BLAME)
def test_a_constant_that_is_not_to_blame(tmp_path: Path, case: str) -> None:
    program, line = DATA_TO_BLAME[case]
    assert first(tmp_path, program)[0] == line


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("case", ZERO)
def test_a_constant_of_zero_that_divides(tmp_path: Path, case: str) -> None:
    program, line, words = ZERO[case]
    found, said = first(tmp_path, program)
    assert found == line
    assert words in said


@pytest.mark.filterwarnings("ignore")
def test_a_number_of_zero_that_was_counted(tmp_path: Path) -> None:
    program = (
        "seen = 0\nfor one in [3.0, 4.0]:\n    if one > 9:\n        seen += 1\n"
        "print((np.array([3.0, 4.0]) / seen).sum())"
    )
    assert first(tmp_path, program)[0] == 5


@pytest.mark.filterwarnings("ignore")
def test_a_column_that_underflowed_beside_others(tmp_path: Path) -> None:
    """What hands a table's columns on is not what made one of them 0."""
    pytest.importorskip("pandas", reason="pandas is not installed")
    program = (
        "import pandas as pd\ntable = pd.DataFrame({'shop': list('aabb'), 'day': [0.0, 1.0, 0.0, 1.0]})\n"
        "cold = np.array([1.0, 2.0, 3.0, 4.0])\ntable['rate'] = 5 * np.exp(-9e4 / cold)\n"
        "mean = table.groupby('shop')['rate'].mean()\nlife = 1 / mean.to_numpy()\nprint(life.max())"
    )
    found, said = first(tmp_path, program)
    assert found == 4
    assert "makes 0 of exp of numbers down to -9e+04" in said


@pytest.mark.filterwarnings("ignore")
def test_a_column_that_was_equal_from_the_start_beside_others(tmp_path: Path) -> None:
    pytest.importorskip("pandas", reason="pandas is not installed")
    program = (
        "import pandas as pd\ntable = pd.DataFrame({'day': [0.0, 1.0, 3.0, 4.0], 'rate': np.full(4, 2.0)})\n"
        "rate = table['rate'].to_numpy()\nmiddle = rate.mean()\nscore = (rate - middle) / rate.std()\n"
        "print(score.max())"
    )
    assert first(tmp_path, program)[0] == 5
