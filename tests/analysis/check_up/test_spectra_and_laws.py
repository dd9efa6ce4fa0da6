"""Periodograms of cycles, sums of spectra, and laws without their shift: the line is found, healthy ones not."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("scipy", reason="SciPy is not installed")

from scipy import signal, stats

import numscope
from numscope.analysis.check_up import check_up

Program = Callable[[], object]


def _star():
    times = np.sort(np.random.default_rng(5).uniform(0, 60, 160))
    light = 0.35 * np.sin(2 * np.pi * times / 2.5) + np.random.default_rng(6).normal(0, 0.05, times.size)
    return times, light - light.mean()


def _hum():
    time = np.arange(6000) / 1000
    return 2.2 * np.sin(2 * np.pi * 49.3 * time) + np.random.default_rng(7).normal(0, 1.2, time.size)


def _waits():
    return np.random.default_rng(21).gamma(2.8, 32.0, 300) + 1.0


def period_of_a_star() -> float:
    times, light = _star()
    frequencies = np.linspace(0.1, 4.0, 2000)
    power = signal.lombscargle(times, light, frequencies)  # fault
    return 1 / frequencies[np.argmax(power)]


def power_at_periods() -> float:
    times, light = _star()
    periods = np.linspace(0.5, 8.0, 1500)
    power = signal.lombscargle(times, light, 1 / periods)  # fault
    return periods[power.argmax()]


def phase_of_a_star() -> float:
    times, light = _star()
    cycles = np.linspace(0.1, 4.0, 2000)
    power = signal.lombscargle(times, light, cycles)  # fault
    turn = 2 * np.pi * cycles[power.argmax()]
    return np.arctan2((light * np.sin(turn * times)).sum(), (light * np.cos(turn * times)).sum())


def periods_of_angular_frequencies() -> tuple[float, float, float]:
    times, light = _star()
    cycles, periods = np.linspace(0.1, 4.0, 2000), np.linspace(0.5, 8.0, 1500)
    power = signal.lombscargle(times, light, 2 * np.pi * cycles)
    angular = np.linspace(0.6, 25.0, 2000)
    other = signal.lombscargle(times, light, angular)
    third = signal.lombscargle(times, light, 2 * np.pi / periods)
    return 1 / cycles[power.argmax()], 2 * np.pi / angular[other.argmax()], periods[third.argmax()]


def level_of_a_hum() -> float:
    frequencies, power = signal.welch(_hum(), 1000, nperseg=512, scaling="spectrum")  # fault
    inside = (frequencies >= 10) & (frequencies <= 400)
    return np.sqrt(power[inside].sum())


def power_under_a_window() -> float:
    _, power = signal.periodogram(_hum(), 1000, window="hamming", scaling="spectrum")  # fault
    return float(np.sum(power))


def levels_of_densities_tones_and_shares() -> tuple[float, ...]:
    hum = _hum()
    frequencies, density = signal.welch(hum, 1000, nperseg=512, scaling="density")
    _, tones = signal.welch(hum, 1000, nperseg=512, scaling="spectrum")
    _, plain = signal.periodogram(hum, 1000, scaling="spectrum")
    share = tones[:100].sum() / tones.sum()
    part = np.sqrt(tones[:100].sum()) / np.sqrt(tones[100:].sum())
    return density.sum() * frequencies[1], np.sqrt(tones.max()), plain.sum(), share, part


def long_waits_without_their_shift() -> tuple[float, float]:
    shape, _loc, scale = stats.lognorm.fit(_waits())  # fault
    middle = np.log(scale)
    return np.exp(middle), stats.lognorm.sf(120, shape, scale=np.exp(middle))


def winds_by_their_places() -> float:
    fitted = stats.weibull_min.fit(_waits())  # fault
    return stats.weibull_min.ppf(0.99, fitted[0], scale=fitted[2])


def laws_with_their_shift() -> tuple[float, ...]:
    waits = _waits()
    shape, _, scale = stats.lognorm.fit(waits, floc=0)
    form, shift, width = stats.weibull_min.fit(waits)
    freedom, middle, spread = stats.t.fit(waits)
    return (
        stats.lognorm.sf(120, shape, scale=scale),
        stats.weibull_min.ppf(0.99, form, shift, width),
        shift + stats.weibull_min.ppf(0.99, form, scale=width),
        middle + spread * stats.t.ppf(0.99, freedom),
    )


FAULTY = [
    period_of_a_star,
    power_at_periods,
    phase_of_a_star,
    level_of_a_hum,
    power_under_a_window,
    long_waits_without_their_shift,
    winds_by_their_places,
]
HEALTHY = [periods_of_angular_frequencies, levels_of_densities_tones_and_shares, laws_with_their_shift]
HELPERS = (_star, _hum, _waits)
IMPORTS = "import numpy as np\nfrom scipy import signal, stats\n"


def _found(program: Program, path: Path) -> list[int]:
    """Run a program out of a file of its own, with what it calls; return the lines of the findings."""
    parts = [one for one in HELPERS if f"{one.__name__}(" in inspect.getsource(program)]
    text = "\n\n".join([IMPORTS, *map(inspect.getsource, parts), inspect.getsource(program)])
    script = path / "program.py"
    script.write_text(f"from __future__ import annotations\n{text}\n{program.__name__}()\n")
    with numscope.record(path / "t.numscope"):
        exec(compile(script.read_text(), str(script), "exec"), {})
    with numscope.open(path / "t.numscope") as trace:
        return [one.line for one in check_up(trace).findings]


@pytest.mark.parametrize("program", FAULTY)
def test_the_marked_line_is_found(program: Program, tmp_path: Path) -> None:
    found = _found(program, tmp_path)
    lines = (tmp_path / "program.py").read_text().splitlines()
    assert found == [next(number for number, line in enumerate(lines, 1) if line.endswith("# fault"))]


@pytest.mark.parametrize("program", HEALTHY)
def test_what_only_looks_like_it_is_not_accused(program: Program, tmp_path: Path) -> None:
    assert _found(program, tmp_path) == []
