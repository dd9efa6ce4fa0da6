"""Programs with wrong parts of durations, weights, widths, frequencies, returns, means of batches, and borders."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

pd = pytest.importorskip("pandas", reason="pandas is not installed")
torch = pytest.importorskip("torch", reason="PyTorch is not installed")
xr = pytest.importorskip("xarray", reason="xarray is not installed")

from scipy import stats
from torch.nn import functional
from torch.utils.data import DataLoader, TensorDataset

import numscope
from numscope.analysis.check_up import check_up

Program = Callable[[], object]


def _stays() -> pd.DataFrame:
    came = pd.Timestamp("2024-03-01") + pd.to_timedelta(np.arange(30) * 7, unit="h")
    return pd.DataFrame({"came": came, "left": came + pd.to_timedelta(np.arange(1, 31) * 3, unit="h")})


def stays_in_hours_of_the_last_day() -> float:
    stays = _stays()
    return float(((stays.left - stays.came).dt.seconds / 3600).mean())  # fault


def gaps_of_an_index() -> float:
    times = pd.to_datetime(["2024-01-01 00:00", "2024-01-03 06:00", "2024-01-03 09:00", "2024-01-07 00:00"])
    waited = times[1:] - times[:-1]
    return float(np.mean(waited.seconds))  # fault


def gaps_below_a_day() -> float:
    times = pd.to_datetime(["2024-01-01 00:00", "2024-01-01 06:00", "2024-01-01 09:00"])
    return float(np.mean((times[1:] - times[:-1]).seconds))


def stays_in_days_and_hours() -> float:
    stays = _stays()
    stay = stays.left - stays.came
    return float((stay.dt.days * 24 + stay.dt.seconds / 3600).mean())


def stays_in_all_their_hours() -> float:
    stays = _stays()
    return float(((stays.left - stays.came).dt.total_seconds() / 3600).mean())


def _field(latitudes: np.ndarray) -> xr.DataArray:
    values = (30 - latitudes**2 / 200)[:, None] * np.ones((1, 12))
    return xr.DataArray(values, dims=("lat", "lon"), coords={"lat": latitudes, "lon": np.arange(0, 360, 30)})


def mean_of_the_globe() -> float:
    return float(_field(np.linspace(-87.5, 87.5, 36)).mean())  # fault


def mean_of_a_hemisphere_under_another_name() -> float:
    field = _field(np.arange(2.5, 90, 5.0)).rename(lat="latitude")
    return float(field.mean(dim=["latitude", "lon"]))  # fault


def mean_of_each_latitude() -> float:
    return float(_field(np.linspace(-87.5, 87.5, 36)).mean("lon").max())


def mean_of_a_small_region() -> float:
    return float(_field(np.linspace(40, 50, 21)).mean())


def mean_of_bands_of_equal_area() -> float:
    edges = np.rad2deg(np.arcsin(np.linspace(-1, 1, 37)))
    return float(_field((edges[1:] + edges[:-1]) / 2).mean())


def mean_with_weights() -> float:
    field = _field(np.linspace(-87.5, 87.5, 36))
    return float(field.weighted(np.cos(np.deg2rad(field.lat))).mean())


def mean_of_circles_with_weights_of_latitudes() -> float:
    field = _field(np.linspace(-87.5, 87.5, 36))
    circles = field.weighted(np.cos(np.deg2rad(field.lat))).mean("lon")  # fault
    return float(circles.mean("lat"))


def mean_of_months_with_weights_over_places() -> float:
    months = xr.DataArray(np.arange(48.0).reshape(12, 4), dims=("month", "place"))
    days = xr.DataArray([31.0, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31], dims="month")
    of_all = months.weighted(days).mean("place")  # fault
    return float(of_all.mean())


def mean_of_latitudes_with_their_weights() -> float:
    field = _field(np.linspace(-87.5, 87.5, 36))
    weights = np.cos(np.deg2rad(field.lat))
    equal = field.weighted(xr.ones_like(field.lat)).mean("lon").weighted(weights).mean("lat")
    return float(field.weighted(weights).mean("lat").mean("lon") + equal)


def floods_moved_by_a_logarithm() -> float:
    mu = np.log(18.0)
    return float(stats.lognorm(0.4, loc=mu).mean())  # fault


def incomes_drawn_with_a_moved_law() -> float:
    incomes = np.random.default_rng(2).lognormal(3.0, 0.5, 400)
    logarithms = np.log(incomes)
    law = stats.lognorm(logarithms.std(), loc=np.log(np.median(incomes)))  # fault
    return float(law.ppf(0.9))


def sizes_moved_by_the_mean_of_logarithms() -> float:
    logs = np.log(np.random.default_rng(2).lognormal(1.5, 0.6, 400))
    mean, spread = float(logs.mean()), float(logs.std(ddof=1))
    law = stats.lognorm(spread, mean)  # fault
    return float(law.sf(10.0))


def sizes_moved_by_their_middle_logarithm() -> float:
    logs = np.log(np.random.default_rng(2).lognormal(1.5, 0.6, 400))
    return float(stats.lognorm.sf(10.0, np.std(logs), loc=np.median(logs)))  # fault


def sizes_scaled_by_the_mean_of_logarithms() -> float:
    sizes = np.random.default_rng(2).lognormal(1.5, 0.6, 400)
    logs = np.log(sizes)
    mean, spread = float(logs.mean()), float(logs.std(ddof=1))
    return float(
        stats.lognorm(spread, scale=np.exp(mean)).sf(10.0) + stats.lognorm(spread, float(sizes.min())).sf(9.0)
    )


def floods_of_a_median() -> float:
    mu = np.log(18.0)
    return float(stats.lognorm(0.4, scale=np.exp(mu)).mean())


def incomes_above_a_least_one() -> float:
    return float(stats.lognorm(0.4, loc=12.0, scale=30.0).mean())


def _prices() -> pd.DataFrame:
    steps = np.random.default_rng(3).normal(0.02, 0.2, (60, 2))
    return pd.DataFrame(100 * np.cumprod(1 + steps, axis=0), columns=["oil", "gold"])


def growth_of_added_changes() -> float:
    changes = _prices().pct_change().dropna()
    grown = changes.cumsum()  # fault
    return float((1000 * (1 + grown)).iloc[-1].sum())


def growth_of_one_column() -> float:
    total = _prices()["oil"].pct_change().iloc[1:].sum()  # fault
    return float(total + 1)


def growth_of_multiplied_changes() -> float:
    changes = _prices().pct_change().dropna()
    return float((1000 * (1 + changes).cumprod()).iloc[-1].sum())


def growth_of_added_logarithms() -> float:
    changes = np.log1p(_prices().pct_change().dropna())
    return float(np.exp(changes.sum()).sum())


def mean_change() -> float:
    changes = _prices().pct_change().dropna()
    return float(changes.sum().sum() / len(changes))


def _plants() -> tuple[torch.nn.Module, DataLoader]:
    torch.manual_seed(1)
    x = torch.randn(96, 3)
    return torch.nn.Linear(3, 2), DataLoader(TensorDataset(x, (x[:, 0] > 0).long()), batch_size=16)


def loss_of_each_sample() -> float:
    model, loader = _plants()
    total = 0.0
    with torch.no_grad():
        for x, y in loader:
            total += functional.cross_entropy(model(x), y).item()
    return total / len(loader.dataset)  # fault


def loss_by_a_name_for_the_number_of_samples() -> float:
    model, loader = _plants()
    criterion = torch.nn.CrossEntropyLoss()
    count, total = len(loader.dataset), 0.0
    count = len(loader.dataset)
    with torch.no_grad():
        for x, y in loader:
            loss = criterion(model(x), y)
            total += loss.item()
    total /= count  # fault
    return total


def loss_of_each_batch() -> float:
    model, loader = _plants()
    total = 0.0
    with torch.no_grad():
        for x, y in loader:
            total += functional.cross_entropy(model(x), y).item()
    return total / len(loader)


def loss_weighed_by_the_samples() -> float:
    model, loader = _plants()
    total = 0.0
    with torch.no_grad():
        for x, y in loader:
            total += functional.cross_entropy(model(x), y).item() * len(x)
    return total / len(loader.dataset)


def loss_that_is_a_sum() -> float:
    model, loader = _plants()
    total = 0.0
    with torch.no_grad():
        for x, y in loader:
            total += functional.cross_entropy(model(x), y, reduction="sum").item()
    return total / len(loader.dataset)


def right_answers_of_each_sample() -> float:
    model, loader = _plants()
    total = 0
    with torch.no_grad():
        for x, y in loader:
            functional.cross_entropy(model(x), y)
            total += (model(x).argmax(1) == y).sum().item()
    return total / len(loader.dataset)


def means_of_directions_of_each_day() -> float:
    rng = np.random.default_rng(4)
    times = pd.date_range("2024-01-01", periods=96, freq="h")
    log = pd.DataFrame({"direction": rng.normal(0, 15, 96) % 360}, index=times)
    daily = log.resample("D")
    found = pd.DataFrame(index=daily.mean().index)
    found["direction"] = daily["direction"].mean()  # fault
    return float(np.cos(np.deg2rad(found["direction"])).mean())


def _meters() -> pd.DataFrame:
    rng = np.random.default_rng(5)
    days = pd.date_range("2024-01-01", periods=15)
    return pd.DataFrame(
        {
            "meter": np.repeat([3, 5, 8], 15),
            "day": np.tile(days, 3),
            "reading": np.concatenate([start + rng.uniform(1, 4, 15).cumsum() for start in (900, 40, 6000)]),
        }
    )


def uses_of_three_meters() -> float:
    meters = _meters()
    meters["used"] = meters["reading"].diff()  # fault
    return float(meters["used"].mean())


def readings_of_the_day_before() -> float:
    meters = _meters()
    before = meters["reading"].shift(1)  # fault
    return float((meters["reading"] / before - 1).max())


def uses_of_each_meter() -> float:
    meters = _meters()
    return float(meters.groupby("meter")["reading"].diff().mean())


def uses_without_the_first_of_each_meter() -> float:
    meters = _meters()
    used = meters["reading"].diff()
    return float(used[meters["meter"] == meters["meter"].shift()].mean())


def _calves() -> pd.DataFrame:
    rows = [(f"calf {a}", 14 * v, 100.0 + 3 * a + 9.5 * v + (a * v) % 4) for a in range(8) for v in range(6)]
    return pd.DataFrame(rows, columns=["animal", "day", "weight"])


def gains_from_one_calf_to_the_next() -> float:
    calves = _calves().sort_values(["animal", "day"])
    calves["gain"] = calves["weight"].diff() / 14  # fault
    return calves["gain"].mean()


def growth_between_visits_of_all_calves() -> float:
    calves = _calves().rename(columns={"day": "visit"})
    return calves["weight"].pct_change().dropna().std()  # fault


def gains_of_each_calf() -> float:
    calves = _calves()
    calves["gain"] = calves.groupby("animal")["weight"].diff() / 14
    calves["hour"] = np.arange(48) % 24
    calves["warmth"] = np.sin(np.arange(48) / 3.8)
    return calves["gain"].mean() + calves["warmth"].diff().max()


def noise_with_a_variance() -> float:
    rng = np.random.default_rng(6)
    level = rng.normal(0, 3.0, 400)
    again = rng.normal(0, level.var(), 400)  # fault
    return float((level + again).std())


def noise_of_a_squared_deviation() -> float:
    sigma = 0.2
    heights = np.random.default_rng(7).normal(loc=5.0, scale=sigma**2, size=300)  # fault
    return float(heights.std())


def noise_with_a_deviation() -> float:
    rng = np.random.default_rng(6)
    level = rng.normal(0, 3.0, 400)
    return float((level + rng.normal(0, np.sqrt(level.var()), 400)).std())


def noise_that_grows_with_the_square_of_a_length() -> float:
    length = 1.5
    return float(np.random.default_rng(7).normal(5.0, length**2, 300).std())


def peak_beside_ascending_frequencies() -> float:
    tone = np.sin(2 * np.pi * 7 * np.arange(400) / 100)
    power = np.abs(np.fft.fft(tone))
    freqs = np.linspace(-50, 50, tone.size)  # fault
    return float(freqs[power.argmax()])


def centroid_beside_ascending_frequencies() -> float:
    tone = np.sin(2 * np.pi * 7 * np.arange(256) / 64)
    power = np.abs(np.fft.fft(tone)) ** 2
    hz = (np.arange(256) - 128) / 4
    omega = np.arange(-128, 128)  # fault
    return float((power * omega).sum() / power.sum() + hz[0])


def peak_of_a_shifted_spectrum() -> float:
    tone = np.sin(2 * np.pi * 7 * np.arange(400) / 100)
    power = np.abs(np.fft.fftshift(np.fft.fft(tone)))
    freqs = np.linspace(-50, 50, tone.size, endpoint=False)
    return float(freqs[power.argmax()])


def pulse_over_times_around_zero() -> float:
    times = np.linspace(-5, 5, 256)
    return float(np.abs(np.fft.fft(np.exp(-(times**2)))).max())


def _flowers() -> TensorDataset:
    torch.manual_seed(0)
    kinds = torch.arange(4).repeat_interleave(32)
    return TensorDataset(torch.randn(128, 2) + kinds[:, None], kinds)


def batches_of_one_kind_each() -> float:
    loader = DataLoader(_flowers(), batch_size=16)  # fault
    model = torch.nn.Linear(2, 4)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(3):
        for x, y in loader:
            optimizer.zero_grad()
            loss = functional.cross_entropy(model(x), y)
            loss.backward()
            optimizer.step()
    return float(loss)


def slices_of_one_kind_each() -> float:
    x, y = _flowers().tensors
    model, criterion = torch.nn.Linear(2, 4), torch.nn.CrossEntropyLoss()
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    for step in range(24):
        rows = slice(step % 8 * 16, step % 8 * 16 + 16)
        loss = criterion(model(x[rows]), y[rows])  # fault
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return float(loss)


def batches_of_all_kinds() -> float:
    loader = DataLoader(_flowers(), batch_size=16, shuffle=True)
    model = torch.nn.Linear(2, 4)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(3):
        for x, y in loader:
            optimizer.zero_grad()
            loss = functional.cross_entropy(model(x), y)
            loss.backward()
            optimizer.step()
    return float(loss)


def lives_moved_by_a_rate() -> float:
    lives = np.random.default_rng(8).exponential(5.2, 60)
    rate = 1.0 / lives.mean()
    return float(stats.expon.sf(2.0, rate))  # fault


def waits_drawn_with_a_rate() -> float:
    rate = np.reciprocal(np.array([4.0, 5.0]).mean())
    return float(stats.expon(loc=rate).rvs(200, random_state=1).mean())  # fault


def lives_scaled_by_their_mean() -> float:
    lives = np.random.default_rng(8).exponential(5.2, 60)
    return float(stats.expon.sf(2.0, 0, 1 / (1 / lives.mean())))


def waits_after_a_dead_time() -> float:
    dead_time = np.array([0.2, 0.3]).mean()
    return float(stats.expon(loc=dead_time).mean())


def means_of_directions_among_others() -> float:
    rng = np.random.default_rng(4)
    times = pd.date_range("2024-01-01", periods=96, freq="h")
    log = pd.DataFrame({"direction": rng.normal(0, 15, 96) % 360, "speed": rng.gamma(9, 1, 96)}, index=times)
    daily = log.resample("D").agg({"direction": "mean", "speed": "mean"})  # fault
    return float(np.cos(np.deg2rad(daily["direction"])).mean())


def last_directions_of_each_day() -> float:
    rng = np.random.default_rng(4)
    times = pd.date_range("2024-01-01", periods=96, freq="h")
    log = pd.DataFrame({"direction": rng.normal(0, 15, 96) % 360, "speed": rng.gamma(9, 1, 96)}, index=times)
    daily = log.resample("D").agg({"direction": "last", "speed": "max"})
    return float(np.cos(np.deg2rad(daily["direction"])).max())


FAULTY = [
    stays_in_hours_of_the_last_day,
    gaps_of_an_index,
    mean_of_the_globe,
    mean_of_a_hemisphere_under_another_name,
    floods_moved_by_a_logarithm,
    incomes_drawn_with_a_moved_law,
    sizes_moved_by_the_mean_of_logarithms,
    sizes_moved_by_their_middle_logarithm,
    mean_of_circles_with_weights_of_latitudes,
    mean_of_months_with_weights_over_places,
    growth_of_added_changes,
    growth_of_one_column,
    loss_of_each_sample,
    loss_by_a_name_for_the_number_of_samples,
    means_of_directions_of_each_day,
    uses_of_three_meters,
    readings_of_the_day_before,
    gains_from_one_calf_to_the_next,
    growth_between_visits_of_all_calves,
    noise_with_a_variance,
    noise_of_a_squared_deviation,
    peak_beside_ascending_frequencies,
    centroid_beside_ascending_frequencies,
    batches_of_one_kind_each,
    slices_of_one_kind_each,
    lives_moved_by_a_rate,
    waits_drawn_with_a_rate,
    means_of_directions_among_others,
]
HEALTHY = [
    stays_in_days_and_hours,
    mean_with_weights,
    gaps_below_a_day,
    stays_in_all_their_hours,
    mean_of_each_latitude,
    mean_of_a_small_region,
    mean_of_bands_of_equal_area,
    floods_of_a_median,
    incomes_above_a_least_one,
    sizes_scaled_by_the_mean_of_logarithms,
    mean_of_latitudes_with_their_weights,
    growth_of_multiplied_changes,
    growth_of_added_logarithms,
    mean_change,
    loss_of_each_batch,
    loss_weighed_by_the_samples,
    loss_that_is_a_sum,
    right_answers_of_each_sample,
    uses_of_each_meter,
    gains_of_each_calf,
    uses_without_the_first_of_each_meter,
    noise_with_a_deviation,
    noise_that_grows_with_the_square_of_a_length,
    peak_of_a_shifted_spectrum,
    pulse_over_times_around_zero,
    batches_of_all_kinds,
    lives_scaled_by_their_mean,
    waits_after_a_dead_time,
    last_directions_of_each_day,
]


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


HELPERS = (_stays, _field, _prices, _plants, _meters, _flowers, _calves)
IMPORTS = """import numpy as np
import pandas as pd
import torch
import xarray as xr
from scipy import stats
from torch.nn import functional
from torch.utils.data import DataLoader, TensorDataset
"""


@pytest.mark.parametrize("program", FAULTY)
def test_the_marked_line_is_found(program: Program, tmp_path: Path) -> None:
    found = _found(program, tmp_path)
    lines = (tmp_path / "program.py").read_text().splitlines()
    assert found == [next(number for number, line in enumerate(lines, 1) if line.endswith("# fault"))]


@pytest.mark.parametrize("program", HEALTHY)
def test_what_only_looks_like_it_is_not_accused(program: Program, tmp_path: Path) -> None:
    assert _found(program, tmp_path) == []
