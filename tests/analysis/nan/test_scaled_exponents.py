"""`nan` blames the constant that alone makes an exponent too large: one of physics beside numbers in other units."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.analysis.nan.answered import first

pytest.importorskip("numscope._core", reason="the native core is not built")

SCALED = {
    "a property divides by it": (
        "KB = 1.380649e-23\nclass Gas:\n    temperature = 300.0\n    @property\n    def heat(self):\n"
        "        return KB * self.temperature\n    def rate(self, barriers):\n"
        "        return np.exp(barriers / self.heat)\nprint(Gas().rate(np.array([0.2, 0.5])).sum())",
        1,
        "scales an exponent of 0.00167 to 1.207e+20 by `KB` alone, 1.38e-23; line 8",
    ),
    "it multiplies, and shares are 0 / 0": (
        "N_A = 6.022e23\nenergy, heat = np.array([3.0, 5.0]), 2.48\nlevels = -energy * N_A / heat\n"
        "weights = np.exp(levels)\nshares = weights / weights.sum()\nprint(shares)",
        1,
        "by `N_A` alone, 6.02e+23; line 4",
    ),
    "a library has it": (
        "from scipy.constants import k\nenergy = np.array([0.1, 0.3])\n"
        "def beta(temperature):\n    return 1 / (k * temperature)\nprint(np.expm1(energy * beta(250.0)).sum())",
        4,
        "by `k` alone",
    ),
}
NOT_SCALED = {
    "a guard that is added": (
        "EPS = 1e-20\nwidth, far = np.array([0.0, 0.0]), np.array([1.0, 2.0])\n"
        "print(np.exp(far / (width + EPS)).sum())",
        3,
    ),
    "two constants that belong together": (
        "H = 6.626e-34\nKB = 1.381e-23\nfrequency, temperature = np.array([1e13, 1e14]), 1e-7\n"
        "print(np.exp(H * frequency / (KB * temperature)).sum())",
        4,
    ),
    "numbers that are large themselves": (
        "SCALE = 250.0\nseconds = np.array([1.7e20, 2.0])\nprint(np.exp(seconds / SCALE).sum())",
        3,
    ),
}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("case", SCALED)
def test_a_constant_of_other_units(tmp_path: Path, case: str) -> None:
    program, line, words = SCALED[case]
    found, said = first(tmp_path, program)
    assert found == line
    assert words in said


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("case", NOT_SCALED)
def test_a_constant_that_is_not_to_blame(tmp_path: Path, case: str) -> None:
    program, line = NOT_SCALED[case]
    assert first(tmp_path, program)[0] == line
