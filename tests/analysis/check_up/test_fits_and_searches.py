"""Fits, searches, integrals and solutions that say nothing of what they missed: the line is found, healthy ones not."""

from __future__ import annotations

import inspect
import itertools
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("scipy", reason="SciPy is not installed")

from scipy import fft, signal, stats
from scipy.integrate import odeint, quad, solve_ivp
from scipy.interpolate import CubicSpline, PchipInterpolator, RegularGridInterpolator, UnivariateSpline
from scipy.optimize import brentq, curve_fit, least_squares, linear_sum_assignment, minimize
from scipy.spatial import KDTree

import numscope
from numscope.analysis.check_up import check_up

Program = Callable[[], object]


def _tide(t, mean, size, rate, phase):
    return mean + size * np.sin(2 * np.pi * rate * t + phase)


def _decay(t, start, half):
    return start * 0.5 ** (t / half)


def _line(x, slope, offset):
    return slope * x + offset


def _epidemic(t, y):
    return [-0.4 * y[0] * y[1], 0.4 * y[0] * y[1] - 0.1 * y[1], 0.1 * y[1]]


def tide_without_a_start():
    t = np.arange(0, 240, 1.0)
    level = _tide(t, 3.0, 1.4, 1 / 12.42, 0.6) + np.random.default_rng(14).normal(0, 0.1, t.size)
    found, _ = curve_fit(_tide, t, level)  # fault
    return abs(found[1])


def pulse_that_is_not_seen():
    t = np.linspace(0, 100, 80)
    seen = 5 * np.exp(-(((t - 60) / 9) ** 2))

    def pulse(x, high, at):
        return high * np.exp(-(((x - at) / 9) ** 2))

    return curve_fit(pulse, t, seen, p0=[1.0, 3.0])[0]  # fault


def plan_in_whole_numbers():
    best = minimize(lambda plan: ((np.round(plan) - [40.0, 7.0]) ** 2).sum(), x0=[30.0, 2.0])  # fault
    return best.x.sum()


def price_that_counts_for_nothing():
    best = minimize(lambda x: (x[0] - 3) ** 2 + np.floor(x[1]) ** 2, [1.0, 2.5])  # fault
    return best.x


def half_life_below_its_limit():
    t = np.linspace(0, 48, 40)
    level = _decay(t, 90.0, 21.0) + np.random.default_rng(4).normal(0, 1.0, 40)
    found, _ = curve_fit(_decay, t, level, p0=[50, 5], bounds=([0, 2], [200, 12]))  # fault
    return found[1]


def reach_of_a_lamp():
    x = np.linspace(1, 9, 20)
    light = 8 * np.exp(-x / 2)
    fit = least_squares(lambda p: p[0] * np.exp(-x / p[1]) - light, [5, 5], bounds=([2, 4], [9, 60]))  # fault
    return fit.x


def slope_and_its_error():
    x = np.linspace(0, 10, 12)
    y = 2.2 * x + 1 + np.random.default_rng(21).normal(0, 0.12, 12)
    error = np.full(12, 0.5)
    found, covariance = curve_fit(_line, x, y, sigma=error)  # fault
    return found, np.sqrt(np.diag(covariance))


def rate_of_a_source():
    t = np.arange(0.0, 2400.0, 100.0)
    rate = _decay(t, 46.0, 610.0) + np.random.default_rng(4).normal(0, 0.6, t.size)
    uncertainty = np.hypot(np.sqrt(rate.clip(0.5) / 30), 1.9)
    best, spread = curve_fit(_decay, t, rate, p0=(40.0, 500.0), sigma=uncertainty)  # fault
    return best[1], spread[1, 1] ** 0.5


def place_by_fourth_powers():
    beacons = np.array([[0.0, 0], [100, 0], [0, 80], [100, 80]])
    ranges = np.array([43.0, 66.2, 69.0, 95.0])

    def apart(place):
        return (np.linalg.norm(beacons - place, axis=1) - ranges) ** 2  # fault

    return least_squares(apart, [50.0, 40.0]).x


def growth_by_fourth_powers():
    t = np.arange(8.0)

    def apart(p):
        return np.square(p[0] * np.exp(0.2 * t) - 3 - t)  # fault

    return least_squares(apart, x0=[1.0]).x


def root_at_a_pole():
    return brentq(lambda k: np.tan(k) - 2 / k, 1.2, 1.9)  # fault


def roots_on_a_grid():
    grid = np.linspace(-1.05, 1.0, 6)
    pairs = [(low, high) for low, high in itertools.pairwise(grid) if low * high < 0]
    return [brentq(lambda x: np.reciprocal(x), *pair) for pair in pairs]  # fault


def light_of_a_narrow_line():
    value, _ = quad(lambda x: 3 * np.exp(-0.5 * ((x - 5006.8) / 1.6) ** 2), 3400.0, 10300.0)  # fault
    return value


def price_around_a_mean():
    def chance(x):
        return x * np.exp(-(((x - 812.0) / 9.0) ** 2))

    return quad(chance, 0, 50000)[0]  # fault


def a_chance_of_failure_that_is_nothing() -> float:
    load, strength = stats.lognorm(0.17, scale=1.85e8), stats.norm(2.6e8, 2.2e7)
    return quad(lambda x: load.pdf(x) * strength.cdf(x), 0.0, np.inf)[0]  # fault


def a_density_far_from_zero() -> float:
    def weighted(x: float) -> float:
        return x * stats.norm.pdf(x, 5e6, 100.0)

    return quad(weighted, -np.inf, np.inf)[0]  # fault


def densities_that_are_met() -> float:
    load = stats.lognorm(0.17, scale=1.85)
    whole = quad(lambda x: load.pdf(x) * stats.norm.cdf(x, 2.6, 0.2), 0.0, np.inf)[0]
    return whole + quad(lambda x: stats.norm.pdf(x, 5e6, 100.0), 5e6 - 900, 5e6 + 900)[0]


def first_variable_of_an_epidemic():
    days = np.linspace(0, 160, 161)
    run = solve_ivp(_epidemic, (0, 160), [0.99, 0.01, 0.0], t_eval=days)
    infected = run.y[:, 1]  # fault
    return days[infected.argmax()]


def second_variable_of_a_swing():
    course = odeint(lambda y, t: [y[1], -y[0]], [1.0, 0.0], np.linspace(0, 20, 200))
    speed = course[1]  # fault
    return np.abs(speed).max()


def law_without_its_place():
    rain = np.random.default_rng(20).gamma(2.4, 7.5, 400)
    shape, _, scale = stats.gamma.fit(rain, floc=0)
    return stats.gamma(shape, scale).ppf(0.99)  # fault


def chance_with_exchanged_numbers():
    size = np.random.default_rng(1).normal(12.0, 3.0, 200)
    middle, width = stats.norm.fit(size)
    return stats.norm.sf(15.0, width, middle)  # fault


def weights_against_the_standard_law():
    weights = np.random.default_rng(33).normal(503.0, 4.0, 80)
    return stats.kstest(weights, "norm")[1]  # fault


def chances_of_weights():
    weights = np.random.default_rng(33).normal(503.0, 4.0, 80)
    return (1 - stats.norm.cdf(weights)).max()  # fault


def spline_of_small_numbers():
    wave = np.linspace(400, 700, 61)
    light = 0.08 + 0.3 / (1 + np.exp(-(wave - 560) / 12))
    curve = UnivariateSpline(wave, light)  # fault
    return float(curve(470.0))


def spline_of_a_swing():
    t = np.linspace(0, 10, 80)
    return float(UnivariateSpline(t, 0.2 * np.sin(3 * t)).derivative()(5.0))  # fault


def wind_on_a_turned_grid():
    x, y = np.linspace(0, 100, 25), np.linspace(0, 100, 25)
    grid_x, grid_y = np.meshgrid(x, y)  # fault
    field = RegularGridInterpolator((x, y), 3 + 0.02 * grid_x + 0.8 * np.sin(grid_y / 9))
    return field([[5.0, 70.0]])[0]


def slopes_with_exchanged_names():
    x, y = np.linspace(0, 80, 21), np.linspace(0, 50, 21)
    grid_x, grid_y = np.meshgrid(x, y)
    slope_x, slope_y = np.gradient(np.exp(-grid_x / 30) + grid_y, 4.0, 2.5)  # fault
    return slope_x.mean() / slope_y.mean()


def least_alike_voices():
    similarity = np.random.default_rng(3).random((6, 6)) + 2 * np.eye(6)
    rows, columns = linear_sum_assignment(similarity)  # fault
    return similarity[rows, columns].mean()


def line_with_exchanged_names():
    x = np.arange(10.0)
    intercept, slope = np.polyfit(x, 3 * x + 7, 1)  # fault
    return intercept + slope * 20


def places_for_distances():
    points = np.random.default_rng(0).random((30, 2))
    index, distance = KDTree(points).query(points + 0.01)  # fault
    return distance.mean() + index.max()


def vectors_of_unequal_length():
    words = np.random.default_rng(7).normal(size=(30, 16))
    units = words / np.linalg.norm(words)  # fault
    return (units @ units.T > 0.3).sum()


def likeness_to_one_word():
    words = np.random.default_rng(8).normal(size=(20, 5))
    size = np.linalg.norm(words)  # fault
    units = words / size
    return np.argsort(np.dot(units, units[3]))


def waves_in_hertz_without_a_rate():
    waves = np.sin(2 * np.pi * 10.3 * np.arange(0, 20, 1 / 128))
    rates, density = signal.welch(waves, nperseg=256)  # fault
    return density[(rates >= 8) & (rates < 13)].sum()


def tone_of_a_string():
    tone = np.sin(2 * np.pi * 440 * np.arange(0, 0.2, 1 / 8000))
    rates, power = signal.periodogram(tone)  # fault
    return power[rates > 300].sum()


def water_of_tomorrow():
    hours = np.arange(0, 24, 2.0)
    curve = CubicSpline(hours, 3 + np.sin(hours / 4))
    return curve(np.arange(0, 48, 0.5)).max()  # fault


def price_below_the_first():
    curve = PchipInterpolator([10.0, 12.0, 15.0, 20.0], [1.0, 5.0, 6.0, 6.2])
    asked = np.array([4.0, 11.0, 16.0])
    return curve(asked).min()  # fault


def cycle_of_a_load():
    load = 220 + 14 * np.sin(np.pi * np.arange(0, 30, 0.1))
    size = np.abs(fft.rfft(load))  # fault
    return fft.rfftfreq(load.size, 0.1)[size.argmax()]


def tide_with_a_start():
    t = np.arange(0, 240, 1.0)
    level = _tide(t, 3.0, 1.4, 1 / 12.42, 0.6) + np.random.default_rng(14).normal(0, 0.1, t.size)
    return curve_fit(_tide, t, level, p0=[3, 1, 1 / 12.4, 0.5])[0]


def line_through_noise():
    x = np.linspace(0, 10, 60)
    return curve_fit(_line, x, np.random.default_rng(2).normal(0, 1, 60))[0]


def plan_in_real_numbers():
    free = minimize(lambda plan: ((plan - [40.0, 7.0]) ** 2).sum(), x0=[30.0, 2.0])
    held = minimize(lambda plan: ((plan - [40.0, 7.0]) ** 2).sum(), [30.0, 2.0], bounds=[(0, 50), (2, 2)])
    return free.x + held.x


def half_life_within_its_limits():
    t = np.linspace(0, 48, 40)
    level = _decay(t, 90.0, 21.0) + np.random.default_rng(4).normal(0, 1.0, 40)
    share = least_squares(lambda p: p - [1.4, -0.2], [0.5, 0.5], bounds=([0, 0], [1, 1])).x
    return curve_fit(_decay, t, level, p0=[50, 5], bounds=([0, 1], [200, 120]))[0], share


def slope_and_its_own_error():
    x = np.linspace(0, 10, 30)
    error = np.full(30, 0.5)
    y = 2.2 * x + 1 + np.random.default_rng(21).normal(0, 0.5, 30)
    found, covariance = curve_fit(_line, x, y, sigma=error)
    quiet = 2.2 * x + 1 + np.random.default_rng(22).normal(0, 0.01, 30)
    sure, known = curve_fit(_line, x, quiet, sigma=error, absolute_sigma=True)
    weighed, spread = curve_fit(_line, x, quiet, sigma=1 + x)
    return found, np.diag(covariance), sure, np.diag(known), weighed, np.diag(spread)


def roots_that_are_roots():
    return brentq(lambda k: np.tan(k) - 2 / k, 0.2, 1.3), brentq(lambda x: np.exp(x) - 900, 0, 20)


def light_of_wide_and_known_lines():
    wide = quad(lambda x: np.exp(-(((x - 50) / 20) ** 2)), 0, 100)[0]
    known = quad(lambda x: np.exp(-(((x - 812) / 9) ** 2)), 0, 50000, points=[803, 812, 821])[0]
    tail = quad(lambda x: np.exp(-(x**2)), 40, 60)[0]
    return wide + known + tail


def variables_of_solutions():
    days = np.linspace(0, 160, 161)
    run = solve_ivp(_epidemic, (0, 160), [0.99, 0.01, 0.0], t_eval=days)
    course = odeint(lambda y, t: [y[1], -y[0]], [1.0, 0.0], np.linspace(0, 20, 200))
    sums = [run.y[:, day].sum() for day in range(161)]
    return run.y[1].max(), run.y[:, 0], run.y[:, -1], course[:, 1].max(), course[0], course[-1], sums


def laws_as_they_were_fitted():
    rain = np.random.default_rng(20).gamma(2.4, 7.5, 400)
    found = stats.gamma.fit(rain, floc=0)
    middle, width = stats.norm.fit(rain)
    scores = np.random.default_rng(3).normal(0, 1, 50)
    scaled = (rain - rain.mean()) / rain.std(ddof=1)
    return (
        stats.gamma(*found).ppf(0.99),
        stats.gamma.sf(40, found[0], scale=found[2]),
        stats.norm.cdf(rain, middle, width).max(),
        stats.kstest(scores, "norm")[1],
        stats.kstest(scaled, "norm")[1],
        stats.norm.cdf(5.0),
    )


def splines_that_are_told():
    t = np.linspace(0, 10, 80)
    noise = np.random.default_rng(1).normal(0, 0.2, 80)
    return UnivariateSpline(t, 0.2 * np.sin(3 * t), s=0)(5.0), UnivariateSpline(t, 2 + 0.1 * t + noise)(5.0)


def grids_in_their_order():
    x, y = np.linspace(0, 80, 21), np.linspace(0, 50, 21)
    rows_x, rows_y = np.meshgrid(x, y, indexing="ij")
    field = RegularGridInterpolator((x, y), 3 + 0.02 * rows_x + np.sin(rows_y / 9))
    grid_x, grid_y = np.meshgrid(x, y)
    turned = RegularGridInterpolator((y, x), 3 + 0.02 * grid_x + np.sin(grid_y / 9))
    slope_y, slope_x = np.gradient(grid_x * grid_y, 2.5, 4.0)
    return field([[5.0, 7.0]]), turned([[7.0, 5.0]]), slope_x.mean() - slope_y.mean()


def pairs_that_are_most_alike():
    similarity = np.random.default_rng(3).random((6, 6)) + 2 * np.eye(6)
    rows, columns = linear_sum_assignment(similarity, maximize=True)
    others, places = linear_sum_assignment(-similarity)
    return similarity[rows, columns].mean() + similarity[others, places].mean()


def names_in_their_order():
    x = np.arange(10.0)
    slope, intercept = np.polyfit(x, 3 * x + 7, 1)
    offset, rise = np.polynomial.polynomial.polyfit(x, 3 * x + 7, 1)
    distance, index = KDTree(np.c_[x, x]).query(np.c_[x, x + 0.1])
    a, b = np.polyfit(x, x, 1)
    return slope, intercept, offset, rise, distance, index, a, b


def waves_at_their_rate():
    waves = np.sin(2 * np.pi * 10.3 * np.arange(0, 20, 1 / 128))
    rates, density = signal.welch(waves, 128, nperseg=256)
    shares, power = signal.periodogram(waves)
    return density[(rates >= 8) & (rates < 13)].sum(), power[shares > 0.05].sum()


def water_within_the_day():
    hours = np.arange(0, 24, 2.0)
    curve = CubicSpline(hours, 3 + np.sin(hours / 4))
    return curve(np.arange(0, 22.2, 0.1)).max(), curve(hours, 1).max(), curve(np.array([3.0, 22.5])).max()


def lengths_of_rows():
    words = np.random.default_rng(7).normal(size=(30, 16))
    units = words / np.linalg.norm(words, axis=1, keepdims=True)
    scaled = words / np.linalg.norm(words)
    return (units @ units.T > 0.3).sum(), scaled @ np.ones(16)


FAULTY = [
    tide_without_a_start,
    pulse_that_is_not_seen,
    plan_in_whole_numbers,
    price_that_counts_for_nothing,
    half_life_below_its_limit,
    reach_of_a_lamp,
    slope_and_its_error,
    rate_of_a_source,
    place_by_fourth_powers,
    growth_by_fourth_powers,
    root_at_a_pole,
    roots_on_a_grid,
    light_of_a_narrow_line,
    price_around_a_mean,
    a_chance_of_failure_that_is_nothing,
    a_density_far_from_zero,
    first_variable_of_an_epidemic,
    second_variable_of_a_swing,
    law_without_its_place,
    chance_with_exchanged_numbers,
    weights_against_the_standard_law,
    chances_of_weights,
    spline_of_small_numbers,
    spline_of_a_swing,
    wind_on_a_turned_grid,
    slopes_with_exchanged_names,
    least_alike_voices,
    line_with_exchanged_names,
    places_for_distances,
    vectors_of_unequal_length,
    likeness_to_one_word,
    waves_in_hertz_without_a_rate,
    tone_of_a_string,
    water_of_tomorrow,
    price_below_the_first,
    cycle_of_a_load,
]


def flash_that_fades():
    times = np.array([50.0, 100.0, 200.0, 350.0, 500.0, 700.0, 1000.0, 1400.0, 2000.0])
    counts = np.array([365.1, 345.2, 309.1, 271.0, 236.3, 192.6, 148.7, 106.4, 73.3])

    def flash(time, amplitude, lifetime, background):
        return amplitude * np.exp(-time / lifetime) + background

    start = [np.ptp(counts), 0.5 * times.mean(), counts.min()]
    fitted, _ = curve_fit(flash, times, counts, p0=start, maxfev=10000)
    print(fitted, np.sqrt(np.mean((counts - flash(times, *fitted)) ** 2)))


HEALTHY = [
    flash_that_fades,
    densities_that_are_met,
    tide_with_a_start,
    line_through_noise,
    plan_in_real_numbers,
    half_life_within_its_limits,
    slope_and_its_own_error,
    roots_that_are_roots,
    light_of_wide_and_known_lines,
    variables_of_solutions,
    laws_as_they_were_fitted,
    splines_that_are_told,
    grids_in_their_order,
    pairs_that_are_most_alike,
    names_in_their_order,
    lengths_of_rows,
    waves_at_their_rate,
    water_within_the_day,
]
HELPERS = (_tide, _decay, _line, _epidemic)
IMPORTS = """import itertools
import numpy as np
from scipy import fft, signal, stats
from scipy.integrate import odeint, quad, solve_ivp
from scipy.interpolate import CubicSpline, PchipInterpolator, RegularGridInterpolator, UnivariateSpline
from scipy.optimize import brentq, curve_fit, least_squares, linear_sum_assignment, minimize
from scipy.spatial import KDTree
"""


def _found(program: Program, path: Path) -> list[int]:
    """Run a program out of a file of its own, with what it calls; return the lines of the findings."""
    parts = [one for one in HELPERS if f"{one.__name__}" in inspect.getsource(program)]
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
