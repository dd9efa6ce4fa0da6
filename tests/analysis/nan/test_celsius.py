"""`nan` blames temperatures in degrees Celsius beside a constant of heat, of which an exponential has no result."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.analysis.nan.answered import blamed, first, report

pytest.importorskip("numscope._core", reason="the native core is not built")

# {}: what is added to the temperatures, which line 2 gives.
RATES = (
    "GAS = 8.314\nheat = np.array([4.0, 21.0, 12.0]){}\ndef rate(heat):\n    exponent = 83000.0 / (GAS * heat)\n"
    "    return 4e12 * np.exp(-exponent)\nlife = 0.1 / rate(heat)\nprint(life.max())"
)
CELLS = (
    "K = 8.617e-5\nheat = np.linspace(1.0, 35.0, 8){}\ndef current(heat):\n    volts = 0.6 / K\n"
    "    return 1e-12 * (np.exp(volts / heat) - 1)\nprint(current(heat).sum())"
)
OF_SCIPY = (
    "from scipy import constants\nheat = np.array([4.0, 21.0, 12.0]){}\ndef share(heat):\n"
    "    return np.exp(-2e-19 / (constants.Boltzmann * heat))\nodds = share(heat)\nprint((1 / odds).max())"
)
PROGRAMS = {"rates": RATES, "cells": CELLS, "of scipy": OF_SCIPY}


@pytest.mark.parametrize("program", PROGRAMS)
def test_temperatures_in_degrees_celsius(tmp_path: Path, program: str) -> None:
    if program == "of scipy":
        pytest.importorskip("scipy", reason="SciPy is not installed")
    line, sentence = first(tmp_path, PROGRAMS[program].format(""))
    assert line == 2, sentence
    assert "as degrees Celsius are" in sentence


@pytest.mark.parametrize("program", PROGRAMS)
def test_temperatures_in_kelvin(tmp_path: Path, program: str) -> None:
    if program == "of scipy":
        pytest.importorskip("scipy", reason="SciPy is not installed")
    assert blamed(report(tmp_path, PROGRAMS[program].format(" + 273.15"))) == []


@pytest.mark.parametrize(
    "change", [("8.314", "8.9"), ("83000.0 / (GAS * heat)", "83000.0 * (GAS / heat) ** 3")]
)
def test_numbers_that_are_no_temperatures(tmp_path: Path, change: tuple[str, str]) -> None:
    """Nothing is known of them without a constant of heat, or where the exponents are no quotients by them."""
    assert first(tmp_path, RATES.format("").replace(*change))[0] == 5
