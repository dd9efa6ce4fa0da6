"""Programs that cut durations, weigh rows of a grid alike, shift distributions, or add up changes and means wrongly."""

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


def floods_moved_by_a_logarithm() -> float:
    mu = np.log(18.0)
    return float(stats.lognorm(0.4, loc=mu).mean())  # fault


def incomes_drawn_with_a_moved_law() -> float:
    incomes = np.random.default_rng(2).lognormal(3.0, 0.5, 400)
    logarithms = np.log(incomes)
    law = stats.lognorm(logarithms.std(), loc=np.log(np.median(incomes)))  # fault
    return float(law.ppf(0.9))


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


FAULTY = [
    stays_in_hours_of_the_last_day,
    gaps_of_an_index,
    mean_of_the_globe,
    mean_of_a_hemisphere_under_another_name,
    floods_moved_by_a_logarithm,
    incomes_drawn_with_a_moved_law,
    growth_of_added_changes,
    growth_of_one_column,
    loss_of_each_sample,
    loss_by_a_name_for_the_number_of_samples,
    means_of_directions_of_each_day,
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
    growth_of_multiplied_changes,
    growth_of_added_logarithms,
    mean_change,
    loss_of_each_batch,
    loss_weighed_by_the_samples,
    loss_that_is_a_sum,
    right_answers_of_each_sample,
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


HELPERS = (_stays, _field, _prices, _plants)
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
