"""Rows and grid points that are taken by their labels: a fault is found at its line, what only looks like it is not."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from tests.analysis.check_up.recorded_functions import found_in

pd = pytest.importorskip("pandas", reason="pandas is not installed")
xr = pytest.importorskip("xarray", reason="xarray is not installed")


Program = Callable[[], object]


def _grid(kind: str = "float64", seed: int = 1) -> xr.DataArray:
    x = np.arange(0, 5, 0.1).astype(kind)
    return xr.DataArray(np.random.default_rng(seed).gamma(2, 2, x.size), coords={"x": x}, dims="x")


def labels_in_single_precision() -> float:
    return float((_grid() * _grid("float32", 2)).sum())  # fault


def a_mask_with_rounded_labels() -> float:
    mask = _grid().assign_coords(x=np.cumsum(np.full(50, 0.1)) - 0.1)
    return float(_grid().where(mask > 3).sum())  # fault


def data_sets_with_labels_in_single_precision() -> float:
    grids = [_grid(kind).to_dataset(name="snow") for kind in ("float32", "float64")]
    bias = grids[0] - grids[1]  # fault
    return float(bias["snow"].mean())


def a_table_less_the_means_of_its_rows() -> float:
    ratings = pd.DataFrame(np.arange(40).reshape(10, 4) % 7, columns=list("abcd"))
    centred = ratings - ratings.mean(axis=1)  # fault
    return centred.sum().max()


def a_table_less_the_means_of_its_columns() -> float:
    ratings = pd.DataFrame(np.arange(40).reshape(10, 4) % 7, columns=list("abcd"))
    return (ratings - ratings.mean()).sum().max() + ratings.sub(ratings.mean(axis=1), axis=0).sum().max()


def _months(freq: str, seed: int) -> xr.DataArray:
    time = pd.date_range("2020-01-01", periods=24, freq=freq)
    return xr.DataArray(np.random.default_rng(seed).normal(90, 9, 24), coords={"time": time}, dims="time")


def first_and_last_days_of_months() -> float:
    gap = _months("MS", 1) - _months("ME", 2)  # fault
    return float(gap.where(gap > 0, 0).sum())


def neighbours_by_label() -> float:
    line = _grid()
    return float((line[1:] - line[:-1]).max())  # fault


def same_labels_and_years_in_common() -> float:
    half = _grid()[:30]
    both = _grid() * _grid("float64", 2) + half * _grid()[10:]
    years = xr.DataArray(np.arange(9.0), coords={"year": np.arange(1990, 1999)}, dims="year")
    coarse = xr.DataArray(np.arange(3.0), coords={"year": [1990, 1994, 1998]}, dims="year")
    return float(
        both.sum() + (years[3:] - coarse).sum() + (years[2:] * years[:6]).sum() + _grid().diff("x").max()
    )


def a_result_compared_with_an_older_one() -> float:
    return float((_grid()[:20] - _grid()).max()) + float((_grid() - _grid()).max())


def _sea() -> xr.DataArray:
    lat, lon = np.arange(89.0, -90.0, -2.0), np.arange(0.0, 360.0, 2.0)
    sst = 28 * np.cos(np.radians(lat))[:, None] + 2 * np.sin(np.radians(lon))[None, :]
    return xr.DataArray(sst, coords={"lat": lat, "lon": lon}, dims=("lat", "lon"))


def a_place_in_the_west_by_its_nearest_point() -> float:
    return float(_sea().sel(lat=-12.0, lon=-77.0, method="nearest"))  # fault


def places_along_a_course() -> float:
    course = xr.DataArray([-80.0, -60.0, -40.0], dims="place")
    return float(_sea().sel(lon=course, method="nearest").max())  # fault


def a_region_from_south_to_north() -> float:
    return float(_sea().sel(lat=slice(40, 50), lon=slice(5, 15)).sum())  # fault


def a_region_across_greenwich() -> float:
    return float(_sea().sel(lon=slice(-20, 20)).max())  # fault


def depths_of_a_table_that_begins_with_the_deepest() -> float:
    table = pd.DataFrame({"salt": np.arange(90.0)}, index=np.arange(90.0, 0.0, -1.0))
    return float(table.loc[10.0:20.0]["salt"].sum())  # fault


def hours_after_the_last_one() -> float:
    hours = pd.date_range("2022-03-01", "2022-03-20", freq="h")
    flights = pd.date_range("2022-03-05", "2022-04-10", freq="11h")
    return pd.Series(np.arange(hours.size), index=hours).reindex(flights, method="nearest").mean()  # fault


def _trades() -> pd.DataFrame:
    when = pd.Timestamp("2023-01-02 09:00") + pd.to_timedelta(np.arange(0, 28800, 144), unit="s")
    return pd.DataFrame({"when": when, "pieces": np.arange(200) % 7})


def _quotes(end: str) -> pd.DataFrame:
    when = pd.date_range("2023-01-02 08:59", end, freq="20s")
    return pd.DataFrame({"when": when, "price": 50 + 0.01 * np.arange(when.size)})


def trades_after_the_last_quote() -> float:
    both = pd.merge_asof(_trades(), _quotes("2023-01-02 11:00"), on="when")  # fault
    return (both["pieces"] * both["price"]).sum()


def rows_near_enough() -> float:
    trades = _trades()
    all_day = pd.merge_asof(trades, _quotes("2023-01-02 18:00"), on="when")["price"].sum()
    near = pd.merge_asof(trades, _quotes("2023-01-02 11:00"), on="when", tolerance=pd.Timedelta("1min"))
    months = pd.DataFrame({"when": pd.date_range("2022-01-01", "2022-12-01", freq="MS"), "price": 1.5})
    hours = pd.date_range("2022-03-01", "2022-03-20", freq="h")
    late = hours[::7] + pd.Timedelta("90min")
    nearest = pd.Series(np.arange(hours.size), index=hours).reindex(late, method="nearest").mean()
    return all_day + near["price"].sum() + pd.merge_asof(trades, months, on="when")["price"].sum() + nearest


def places_and_regions_within_the_labels() -> float:
    sea = _sea()
    point = sea.sel(lat=-12.0, lon=-77.0 % 360, method="nearest") + sea.sel(
        lon=359.5, lat=90, method="nearest"
    )
    region = sea.sel(lat=slice(50, 40), lon=slice(0, 359)).sum() + sea.sel(lat=slice(89.5, 89.3)).sum()
    days = pd.date_range("2021-01-01", periods=90)
    rain = pd.Series(np.arange(90.0), index=days)
    return float(point + region) + rain.loc["2021-02-01":"2021-02-10"].sum() + rain.loc["2025":"2024"].sum()


def _level(hours: np.ndarray) -> pd.Series:
    rng = np.random.default_rng(0)
    level = pd.Series(
        20 * np.sin(hours / 90) + rng.normal(0, 0.1, hours.size),
        index=pd.Timestamp("2020-05-01") + pd.to_timedelta(hours, unit="h"),
    )
    level[rng.random(hours.size) < 0.3] = np.nan
    return level


def gaps_of_uneven_hours() -> float:
    hours = np.cumsum(np.random.default_rng(1).choice([1, 2, 30], 120, p=[0.6, 0.3, 0.1]))
    return _level(hours).interpolate().mean()  # fault


def gaps_in_all_columns() -> float:
    hours = np.cumsum(np.random.default_rng(2).choice([1, 24], 120, p=[0.8, 0.2]))
    table = pd.DataFrame({"first": _level(hours), "second": _level(hours) * 2})
    table = table.interpolate(method="linear")  # fault
    return table["first"].max()


def gaps_by_time_of_even_hours_and_of_working_days() -> float:
    uneven = np.cumsum(np.random.default_rng(1).choice([1, 2, 30], 120, p=[0.6, 0.3, 0.1]))
    days = pd.bdate_range("2021-01-01", periods=100)
    prices = pd.Series(np.sin(np.arange(100) / 3), index=days)
    prices[5:90:7] = np.nan
    return (
        _level(uneven).interpolate(method="time").mean()
        + _level(np.arange(120)).interpolate().mean()
        + prices.interpolate().mean()
    )


def seconds_as_nanoseconds() -> float:
    table = pd.DataFrame({"ts": 1_600_000_000 + np.arange(0, 86400 * 30, 3600), "load": 1.0})
    table["when"] = pd.to_datetime(table["ts"])  # fault
    return table.groupby(table["when"].dt.floor("D"))["load"].sum().mean()


def milliseconds_of_an_array() -> int:
    when = pd.to_datetime(1.6e12 + 3.6e6 * np.arange(200.0))  # fault
    return len(when.floor("D").unique())


def times_with_their_unit_and_since_the_start() -> float:
    when = pd.to_datetime(1_600_000_000 + np.arange(0, 86400 * 30, 3600), unit="s")
    nanoseconds = pd.to_datetime(1_600_000_000_000_000_000 + np.arange(5))
    since = pd.to_datetime(np.arange(200) * 10**9)
    return float(len(when.floor("D").unique()) + len(nanoseconds) + since.second.to_numpy().mean())


def _air() -> xr.Dataset:
    edges = np.linspace(1e5, 1e3, 13)
    ratio = 4e-8 + 6e-6 * np.exp(-((np.log((edges[1:] + edges[:-1]) / 5000)) ** 2))
    return xr.Dataset({"pressure": ("interface_levels", edges), "ozone": ("mid_levels", ratio)})


def layers_and_their_edges_by_two_names() -> float:
    air = _air()
    thickness = -air["pressure"].diff("interface_levels")
    mass = air["ozone"] * thickness  # fault
    return float(mass.sum()) / 9.81


def weights_by_another_name_of_the_stations() -> float:
    rng = np.random.default_rng(1)
    rain = xr.DataArray(rng.gamma(2, 2, 9), dims="station")
    share = xr.DataArray(rng.dirichlet(np.ones(9)), dims="known_station")
    return float((share * rain).sum())  # fault


def axes_of_a_grid_and_layers_by_one_name() -> float:
    air = _air()
    thickness = (-air["pressure"].diff("interface_levels")).rename({"interface_levels": "mid_levels"})
    high, wide = xr.DataArray(np.full(12, 2.0), dims="lat"), xr.DataArray(np.full(12, 3.0), dims="lon")
    here, there = (xr.DataArray(np.arange(6.0), dims=name) for name in ("site", "other_site"))
    nearest = abs(here - there).min("other_site")
    apart = (here - 2 * there) ** 2
    return float((air["ozone"] * thickness).sum() + (high * wide).sum() + nearest.sum() + apart.mean())


FAULTY = {
    "broadcasting": [layers_and_their_edges_by_two_names, weights_by_another_name_of_the_stations],
    "alignment": [
        labels_in_single_precision,
        a_mask_with_rounded_labels,
        data_sets_with_labels_in_single_precision,
        first_and_last_days_of_months,
        neighbours_by_label,
        gaps_of_uneven_hours,
        gaps_in_all_columns,
    ],
    # Not one number is left, which weighs more than how the labels were matched.
    "nan": [a_table_less_the_means_of_its_rows],
    "position": [
        a_place_in_the_west_by_its_nearest_point,
        places_along_a_course,
        hours_after_the_last_one,
        trades_after_the_last_quote,
        a_region_from_south_to_north,
        a_region_across_greenwich,
        depths_of_a_table_that_begins_with_the_deepest,
    ],
    "meaning": [seconds_as_nanoseconds, milliseconds_of_an_array],
}
HEALTHY = [
    axes_of_a_grid_and_layers_by_one_name,
    same_labels_and_years_in_common,
    a_result_compared_with_an_older_one,
    a_table_less_the_means_of_its_columns,
    rows_near_enough,
    places_and_regions_within_the_labels,
    gaps_by_time_of_even_hours_and_of_working_days,
    times_with_their_unit_and_since_the_start,
]


@pytest.mark.parametrize(("kind", "program"), [(kind, one) for kind, all_ in FAULTY.items() for one in all_])
def test_the_marked_line_is_found(kind: str, program: Program, tmp_path: Path) -> None:
    lines, _ = inspect.getsourcelines(program)
    marked = next(number for number, line in enumerate(lines) if line.rstrip().endswith("# fault"))
    assert found_in(program, tmp_path / "t.numscope") == [(kind, marked)]


@pytest.mark.parametrize("program", HEALTHY)
def test_what_only_looks_like_it_is_not_accused(program: Program, tmp_path: Path) -> None:
    assert found_in(program, tmp_path / "t.numscope") == []
