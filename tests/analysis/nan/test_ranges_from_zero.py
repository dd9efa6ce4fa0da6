"""`nan` blames a range whose first or last number is 0, where a later line divides by it or takes its logarithm."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.analysis.nan.answered import blamed, first, report

pytest.importorskip("numscope._core", reason="the native core is not built")

# {}: the range, in line 1.
LOGARITHMS = (
    "depth = {}\ndef stress(depth):\n    return 900 * depth * 0.1\n"
    "def fit(depth):\n    slope = np.log(stress(depth))\n    return slope.mean()\nprint(fit(depth))"
)
QUOTIENTS = "r = {}\nscaled = r / 0.7\npotential = 3.0 / scaled\nprint(potential.sum())"
FROM_ZERO = ("np.arange(0.0, 180.0, 20.0)", "np.arange(9)", "np.linspace(0, 2, 9)", "np.linspace(2, 0, 9)")
TABLE = (
    "import pandas as pd\nrank = np.arange(6)\n"
    "table = pd.DataFrame({'rank': rank, 'count': [60, 31, 22, 14, 12, 9]})\n"
    "table['log'] = np.log(table['rank'])\nprint(float(table['log'].to_numpy().mean()))"
)
OTHERWISE = {
    "through 0": (QUOTIENTS.format("np.linspace(-2, 2, 9)"), 3),
    "0 divided by 0": (
        "x = np.linspace(0, 2, 9)\nhalf = x / 2\nbell = np.sin(half) / half\nprint(bell.sum())",
        3,
    ),
    "at its own line": ("x = np.log(np.arange(5))\nprint(x.sum())", 1),
    "zeros that were put into what was made of it": (
        "t = np.arange(64) / 64\ntone = np.sin(2 * np.pi * 8 * t)\ntone[32:] = 0\n"
        "frames = tone.reshape(4, 16)\npower = [np.log10(np.abs(np.fft.rfft(frame))) for frame in frames]\n"
        "print(np.sum(power))",
        5,
    ),
    "zeros of data beside it": (
        "x = np.arange(4.0)\ny = np.array([5.0, 0.0, 2.0, 1.0])\nz = x * y\nprint((1.0 / z).sum())",
        4,
    ),
}


@pytest.mark.parametrize("program", [LOGARITHMS, QUOTIENTS])
@pytest.mark.parametrize("written", FROM_ZERO)
def test_a_range_that_begins_or_ends_at_zero(tmp_path: Path, program: str, written: str) -> None:
    line, sentence = first(tmp_path, program.format(written))
    assert line == 1, sentence
    assert ("ends at 0" if "(2, 0" in written else "begins at 0") in sentence


@pytest.mark.parametrize("program", [LOGARITHMS, QUOTIENTS])
def test_a_range_beside_zero(tmp_path: Path, program: str) -> None:
    assert blamed(report(tmp_path, program.format("np.arange(1, 9)"))) == []


def test_a_range_in_a_table(tmp_path: Path) -> None:
    pytest.importorskip("pandas", reason="pandas is not installed")
    assert first(tmp_path, TABLE)[0] == 2


@pytest.mark.parametrize("case", OTHERWISE)
def test_a_zero_that_no_end_of_a_range_is_to_blame_for(tmp_path: Path, case: str) -> None:
    program, line = OTHERWISE[case]
    assert first(tmp_path, program)[0] == line
