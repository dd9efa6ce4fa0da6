"""Sums of what is missing, means that are added up, dates and scores the other way round are found; others are not."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from tests.analysis.check_up.recorded_functions import found_in

pd = pytest.importorskip("pandas", reason="pandas is not installed")
xr = pytest.importorskip("xarray", reason="xarray is not installed")
pytest.importorskip("sklearn", reason="scikit-learn is not installed")

from sklearn.linear_model import Ridge
from sklearn.metrics import make_scorer, mean_squared_error, r2_score
from sklearn.model_selection import GridSearchCV, cross_val_score

Program = Callable[[], object]


def _flow() -> pd.Series:
    hours = pd.date_range("2022-06-01", periods=24 * 30, freq="h")
    flow = pd.Series(20 + np.random.default_rng(4).gamma(2, 3, hours.size), index=hours)
    flow["2022-06-11":"2022-06-15"] = np.nan
    return flow


def days_without_a_number() -> float:
    days = _flow().resample("D").sum()  # fault
    return days.mean()


def years_without_a_number() -> float:
    rain = pd.DataFrame({"year": np.repeat(np.arange(1990, 2020), 12), "mm": 30.0 + np.arange(360) % 11})
    rain.loc[rain["year"].isin([2003, 2011]), "mm"] = np.nan
    return rain.groupby("year")["mm"].sum().mean()  # fault


def _visits() -> pd.DataFrame:
    ward = np.array(["east", "west", "north", None], dtype=object)[np.arange(700) % 4]
    return pd.DataFrame({"ward": ward, "cost": 300.0 + np.arange(700) % 13, "nights": np.arange(700) % 5})


def costs_of_wards_as_all_costs() -> float:
    wards = _visits().groupby("ward").agg(cost=("cost", "sum"), nights=("nights", "sum"))  # fault
    return wards["cost"].sum()


def costs_of_a_column_as_all_costs() -> float:
    per_ward = _visits().groupby("ward")["cost"].sum()  # fault
    return per_ward.sum() / 700


def costs_of_groups_made_before() -> float:
    groups = _visits().groupby("ward")  # fault
    wards = groups[["cost", "nights"]].sum()
    return wards["cost"].sum()


def costs_of_groups_in_a_table_of_several_sums() -> float:
    grouped = _visits().groupby("ward")["cost"]  # fault
    table = grouped.agg(["count", "sum"])
    table["share"] = table["sum"] / table["sum"].sum()
    return table["sum"].sum()


def costs_of_all_and_shares_of_those_with_a_ward() -> float:
    visits = _visits()
    per_ward = visits.groupby("ward")["cost"].sum()
    means = visits.groupby("ward")["cost"].mean()
    share = (per_ward / per_ward.sum()).max() + means.sum()
    return visits.groupby("ward", dropna=False)["cost"].sum().sum() + share


def costs_of_those_with_a_ward() -> float:
    visits = _visits()
    without = visits["ward"].isna().sum()
    return visits.groupby("ward")["cost"].sum().sum() / (len(visits) - without)


def _sea() -> xr.DataArray:
    values = np.random.default_rng(4).gamma(2, 1, (24, 10, 12))
    values[:, :4, :5] = np.nan
    return xr.DataArray(values, dims=("time", "y", "x"))


def _rain() -> xr.DataArray:
    days = pd.date_range("2019-01-01", "2020-12-31", freq="D")
    rain = xr.DataArray(np.arange(days.size) % 7 * 1.5, coords={"day": days}, dims="day")
    rain.loc[{"day": slice("2019-03", "2019-04")}] = np.nan
    return rain


def months_of_a_gauge_that_was_off() -> float:
    months = _rain().resample(day="MS").sum()  # fault
    return float(months.median())


def months_that_are_labelled_with_their_last_day() -> float:
    months = _flow().asfreq("12h").shift(-20, freq="D").resample("ME").sum() + 0
    off = pd.concat([_flow()[:240], pd.Series(np.nan, pd.date_range("2022-07-01", "2022-07-31", freq="D"))])
    return off.resample("ME").sum().mean() + months.max()  # fault


def months_of_some_days_of_rain() -> float:
    rain = _rain()
    dry = rain.where(rain > 1.0).resample(day="YS").sum().mean()
    return float(rain.resample(day="MS").sum(min_count=1).mean() + dry)


def _runoff(start: str, end: str) -> pd.Series:
    days = pd.date_range(start, end, freq="D")
    return pd.Series(2.0 + np.cos(days.day_of_year / 58.0), index=days)


def years_from_september_that_end_with_it() -> float:
    years = _runoff("2014-09-01", "2020-08-31").resample("12ME").sum()  # fault
    return years.min() / years.mean()


def halves_that_end_with_the_first_quarter() -> float:
    runoff = _runoff("2018-01-01", "2021-12-31")
    halves = runoff.resample("2QE").sum()  # fault
    return halves.std()


def periods_from_their_starts() -> float:
    runoff = _runoff("2014-09-01", "2020-08-31")
    sums = runoff.resample("YS-SEP").sum().mean() + runoff.resample("ME").sum().min()
    means = runoff.resample("2ME").mean().min()
    return sums + means + runoff[:70].resample("12ME").sum().mean()


def _clicks() -> pd.DataFrame:
    clicks = np.array([2000, 10000, 1000, 4000, 5000, 2000, 1500, 2400, 9100, 1300, 3800, 5200, 1900, 1600])
    orders = np.array([36, 26, 25, 24, 24, 56, 12, 40, 31, 30, 22, 27, 48, 14])
    return pd.DataFrame({"week": np.repeat([1, 2], 7), "clicks": clicks, "orders": orders})


def rates_of_days_beside_the_sums() -> float:
    days = _clicks()
    days["rate"] = 100 * days["orders"] / days["clicks"]
    weeks = days.groupby("week")
    table = weeks[["clicks", "orders"]].sum()
    table["rate"] = weeks["rate"].mean()  # fault
    return table["rate"].max()


def rates_of_days_in_one_table_of_several() -> float:
    days = _clicks()
    days["rate"] = days["orders"] / days["clicks"]
    weeks = days.groupby("week").agg({"clicks": "sum", "orders": "sum", "rate": "mean"})  # fault
    return weeks["rate"].max()


def rates_of_sums_and_of_days_under_their_names() -> float:
    days = _clicks()
    days["rate"] = days["orders"] / days["clicks"]
    weeks = days.groupby("week").agg(
        clicks=("clicks", "sum"), orders=("orders", "sum"), of_days=("rate", "mean")
    )
    both = days.groupby("week").agg({"clicks": "sum", "orders": "sum", "rate": "mean"})
    both["of_all"] = both["orders"] / both["clicks"]
    return weeks["of_days"].max() + both["of_all"].max() + days.groupby("week")["rate"].mean().max()


def land_as_a_sea_of_nothing() -> float:
    total = _sea().sum("time")  # fault
    return float(total.mean())


def rows_without_a_number() -> float:
    table = pd.DataFrame({"first": [1.0, np.nan, 3.0, np.nan], "second": [2.0, np.nan, np.nan, np.nan]})
    return table.sum(axis=1).min()  # fault


def sums_of_some_and_of_none() -> float:
    flow = _flow()
    days = flow.resample("D").sum(min_count=1).mean() + flow.dropna().resample("D").sum().mean()
    table = pd.DataFrame({"first": [1.0, np.nan, 3.0], "second": [2.0, 5.0, np.nan]})
    return (
        days
        + float(_sea().sum("time", min_count=1).mean())
        + table.sum(axis=1).min()
        + _sea().sum("time").sum()
    )


def _series(name: str, seed: int) -> xr.DataArray:
    values = np.random.default_rng(seed).normal(10, 2, (50, 3))
    return xr.DataArray(values, dims=(name, "place"), coords={name: np.arange(50)})


def times_under_two_names() -> float:
    return float(np.sqrt(((_series("time", 1) - _series("t", 2)) ** 2).mean()))  # fault


def latitudes_under_two_names() -> float:
    lat = np.arange(-80.0, 81.0, 20.0)
    field = xr.DataArray(np.ones((4, 9)), dims=("time", "lat"), coords={"lat": lat})
    weights = xr.DataArray(np.cos(np.radians(lat)), dims="latitude", coords={"latitude": lat})
    product = field * weights  # fault
    return float(product.sum() / 4)


def a_normal_year_by_month() -> float:
    time = pd.date_range("2000-01-01", periods=60, freq="MS")
    warm = xr.DataArray(np.sin(np.arange(60) / 2), dims="time", coords={"time": time})
    anomaly = warm - warm.groupby("time.month").mean()  # fault
    return float(anomaly.std())


def a_normal_year_group_by_group() -> float:
    time = pd.date_range("2000-01-01", periods=60, freq="MS")
    warm = xr.DataArray(np.sin(np.arange(60) / 2), dims="time", coords={"time": time})
    return float((warm.groupby("time.month") - warm.groupby("time.month").mean()).std())


def pairs_that_are_meant() -> float:
    one, other = _series("time", 1), _series("time", 2)
    pairs = np.abs(one - one.rename(time="other")).mean()
    nearest = ((one - other.rename(time="other")) ** 2).min("other").mean()
    grid = xr.DataArray(np.arange(5.0), dims="x") * xr.DataArray(np.arange(5.0) + 1, dims="y")
    return float(pairs + nearest + grid.sum() + (one - other).mean())


def _ages() -> pd.DataFrame:
    rng = np.random.default_rng(5)
    return pd.DataFrame({"age": np.append(rng.integers(0, 90, 998), [0, 90]), "visits": rng.poisson(3, 1000)})


def ages_from_zero() -> int:
    table = _ages()
    table["band"] = pd.cut(table["age"], [0, 18, 40, 65, 90])  # fault
    return table.groupby("band", observed=True)["visits"].sum().sum()


def ages_to_the_oldest() -> int:
    table = _ages()
    table["band"] = pd.cut(table["age"], bins=[0, 18, 40, 65, 90], right=False)  # fault
    return table.groupby("band", observed=True)["visits"].sum().sum()


def classes_with_their_edges() -> int:
    table = _ages()
    rain = np.where(np.arange(300) % 3, 0.0, np.arange(300) / 30)
    wet = pd.cut(rain, [0, 1, 5, 20]).value_counts().sum()
    whole = pd.cut(table["age"], [0, 18, 40, 65, 90], include_lowest=True).count()
    return wet + whole + pd.cut(table["age"], 4).count() + pd.cut(table["age"], [20, 40, 60]).count()


def _sales() -> pd.DataFrame:
    rng = np.random.default_rng(7)
    shops = np.array(["N", "S", "E"])[rng.integers(0, 3, 601)]
    return pd.DataFrame({"shop": shops, "month": rng.integers(1, 13, 601), "takings": rng.gamma(2, 100, 601)})


def takings_of_the_year_from_means() -> float:
    monthly = _sales().pivot_table(index="month", columns="shop", values="takings")  # fault
    return monthly.sum().max()


def running_totals_of_means() -> float:
    monthly = pd.pivot_table(_sales(), index="month", values="takings")  # fault
    return monthly["takings"].cumsum().iloc[-1]


def sums_in_cells_and_means_of_means() -> float:
    sales = _sales()
    sums = sales.pivot_table(index="month", columns="shop", values="takings", aggfunc="sum").sum().max()
    rain = pd.DataFrame(
        {"year": np.repeat(np.arange(30), 12), "month": np.tile(np.arange(12), 30), "mm": 50.0}
    )
    rain["mm"] += np.arange(360.0)
    return (
        sums
        + sales.pivot_table(index="month", values="takings").mean().sum()
        + rain.pivot_table(index="month", values="mm")["mm"].sum()
    )


def _readings() -> pd.DataFrame:
    days = pd.date_range("2021-01-03", "2021-12-12", freq="5D")
    days = days[days.day <= 12]
    return pd.DataFrame({"day": days.strftime("%d/%m/%Y"), "kwh": np.arange(len(days)) * 7.0})


def days_read_as_months() -> float:
    readings = _readings()
    readings["day"] = pd.to_datetime(readings["day"])  # fault
    return readings.groupby(readings["day"].dt.month)["kwh"].mean().max()


def a_reading_a_month_of_two_years() -> float:
    texts = [f"05/{month:02d}/{year}" for year in (2023, 2024) for month in range(1, 13)]
    days = pd.to_datetime(pd.Series(texts))  # fault
    return days.diff().dt.days.max()


def readings_of_some_months_more_than_a_year() -> float:
    readings = pd.DataFrame({"day": [f"03/{1 + k % 12:02d}/{2019 + k // 12}" for k in range(4, 20)]})
    readings["day"] = pd.to_datetime(readings["day"])  # fault
    return (readings["day"].iloc[-1] - readings["day"].iloc[0]).days


def days_of_one_month_and_months_as_they_are_written() -> float:
    months = [f"05/{1 + k % 12:02d}/{2019 + k // 12}" for k in range(20)]
    first = pd.to_datetime(pd.Series(months), format="%d/%m/%Y").dt.day.mean()
    twelve = pd.to_datetime(pd.Series([f"05/{day:02d}/2024" for day in range(1, 13)]))
    years = pd.to_datetime(
        pd.Series([f"{year}-05-{day:02d}" for year in (2019, 2020) for day in range(1, 31)])
    )
    starts = pd.to_datetime(pd.Series([f"{2019 + k // 12}-{1 + k % 12:02d}-01" for k in range(20)]))
    return first + twelve.dt.day.mean() + years.dt.day.mean() + starts.dt.day.mean()


def dates_as_they_are_written() -> float:
    readings = _readings()
    first = pd.to_datetime(readings["day"], dayfirst=True).dt.month.mean()
    mixed = pd.Series(["2021-03-04", "2021-02-05", "2021-11-01", "2021-07-09", "2021-01-02", "2021-12-12"])
    return first + pd.to_datetime(mixed).dt.month.mean()


def _answers() -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(7)
    x = rng.normal(size=(120, 5))
    return x, x @ [3, 1, 0, 0, 2] + rng.normal(size=120)


def a_loss_as_a_score() -> float:
    x, y = _answers()
    score = make_scorer(mean_squared_error)  # fault
    return GridSearchCV(Ridge(), {"alpha": [0.1, 10, 1000]}, scoring=score).fit(x, y).best_params_["alpha"]


def the_smallest_of_negative_errors() -> float:
    x, y = _answers()
    alphas = [0.1, 10, 1000]
    errors = [cross_val_score(Ridge(a), x, y, scoring="neg_mean_squared_error").mean() for a in alphas]
    return alphas[int(np.argmin(errors))]  # fault


def scores_of_which_more_is_better() -> float:
    x, y = _answers()
    alphas = [0.1, 10, 1000]
    score = make_scorer(mean_squared_error, greater_is_better=False)
    found = GridSearchCV(Ridge(), {"alpha": alphas}, scoring=score).fit(x, y).best_params_["alpha"]
    of_r2 = (
        GridSearchCV(Ridge(), {"alpha": alphas}, scoring=make_scorer(r2_score))
        .fit(x, y)
        .best_params_["alpha"]
    )
    errors = [cross_val_score(Ridge(a), x, y, scoring="neg_mean_squared_error").mean() for a in alphas]
    return found + of_r2 + alphas[int(np.argmax(errors))] + alphas[int(np.argmin(-np.array(errors)))]


def _grades() -> pd.DataFrame:
    grade = np.random.default_rng(9).normal(6.5, 1.2, 400)
    grade[::4] = np.nan
    return pd.DataFrame({"course": np.arange(400) % 2, "grade": grade})


def missing_grades_as_zero() -> float:
    grades = _grades()
    return grades["grade"].sum() / len(grades)  # fault


def missing_grades_of_an_array_as_zero() -> float:
    grades = _grades()["grade"].to_numpy()
    return np.nansum(grades) / grades.size  # fault


def grades_by_their_count() -> float:
    grades = _grades()
    known = grades.dropna()
    share = grades["grade"].isna().sum() / len(grades) + (grades["grade"] > 6).sum() / len(grades)
    by_count = grades["grade"].sum() / grades["grade"].count()
    return by_count + share + known["grade"].sum() / len(known)


FAULTY = {
    "sentinel": [
        days_without_a_number,
        years_without_a_number,
        land_as_a_sea_of_nothing,
        rows_without_a_number,
        months_of_a_gauge_that_was_off,
        months_that_are_labelled_with_their_last_day,
    ],
    "broadcasting": [times_under_two_names, latitudes_under_two_names, a_normal_year_by_month],
    "sum": [
        costs_of_wards_as_all_costs,
        costs_of_a_column_as_all_costs,
        costs_of_groups_made_before,
        years_from_september_that_end_with_it,
        halves_that_end_with_the_first_quarter,
        rates_of_days_beside_the_sums,
        rates_of_days_in_one_table_of_several,
        costs_of_groups_in_a_table_of_several_sums,
        ages_from_zero,
        ages_to_the_oldest,
        takings_of_the_year_from_means,
        running_totals_of_means,
        missing_grades_as_zero,
        missing_grades_of_an_array_as_zero,
    ],
    "meaning": [
        days_read_as_months,
        a_reading_a_month_of_two_years,
        readings_of_some_months_more_than_a_year,
        a_loss_as_a_score,
        the_smallest_of_negative_errors,
    ],
}
HEALTHY = [
    sums_of_some_and_of_none,
    months_of_some_days_of_rain,
    periods_from_their_starts,
    rates_of_sums_and_of_days_under_their_names,
    costs_of_all_and_shares_of_those_with_a_ward,
    costs_of_those_with_a_ward,
    a_normal_year_group_by_group,
    pairs_that_are_meant,
    classes_with_their_edges,
    sums_in_cells_and_means_of_means,
    dates_as_they_are_written,
    days_of_one_month_and_months_as_they_are_written,
    scores_of_which_more_is_better,
    grades_by_their_count,
]


@pytest.mark.parametrize(("kind", "program"), [(kind, one) for kind, all_ in FAULTY.items() for one in all_])
def test_the_marked_line_is_found(kind: str, program: Program, tmp_path: Path) -> None:
    lines, _ = inspect.getsourcelines(program)
    marked = next(number for number, line in enumerate(lines) if line.rstrip().endswith("# fault"))
    assert found_in(program, tmp_path / "t.numscope") == [(kind, marked)]


@pytest.mark.parametrize("program", HEALTHY)
def test_what_only_looks_like_it_is_not_accused(program: Program, tmp_path: Path) -> None:
    assert found_in(program, tmp_path / "t.numscope") == []
