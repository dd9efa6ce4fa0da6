"""Plan the heating oil of a school from a climatology of heating degrees by month.

Daily temperatures of some years give the heating degrees of each calendar month; days without a measurement are
skipped. The oil of a school year follows from the months in their order from August to July.

Symptom: the oil of one month and of the whole school year print nan
Culprit: the months are asked for as 0 to 11 while xarray numbers them from 1 to 12, so that one of them does not exist
Report: none
"""

import numpy as np
import xarray as xr

LITRES_PER_DEGREE = 3.4
BASE = 15.0
NAMES = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]


def temperatures(seed):
    """Return six years of daily means in degrees Celsius, some days without a measurement."""
    rng = np.random.default_rng(seed)
    time = np.arange("2016-01-01", "2022-01-01", dtype="datetime64[D]")
    day = (time - time.astype("datetime64[Y]")).astype(int)
    values = 9.5 - 9.8 * np.cos(2 * np.pi * (day - 18) / 365.25) + rng.normal(0, 3.5, time.size)
    values[rng.random(time.size) < 0.03] = np.nan
    return xr.DataArray(
        values, dims="time", coords={"time": time.astype("datetime64[ns]")}, name="temperature"
    )


def heating_degrees(temperature):
    """Return how many degrees each day lies below BASE, missing where the day is missing."""
    return (BASE - temperature).clip(min=0.0).rename("degrees")


def climatology(degrees):
    """Return the mean heating degrees of a day by calendar month."""
    return degrees.groupby("time.month").mean()


def school_year(by_month):
    """Return the months from August to July, with their names and days."""
    order = (np.arange(12) + 7) % 12  # culprit
    year = by_month.reindex(month=order)
    days = xr.DataArray(
        [31, 30, 31, 30, 31, 31, 28, 31, 30, 31, 30, 31], dims="month", coords={"month": order}
    )
    names = [NAMES[(7 + place) % 12] for place in range(12)]
    return (year * days).assign_coords(name=("month", names))


def holidays():
    """Return the share of each month, from August to July, in which the school is open."""
    return np.array([0.5, 1.0, 0.65, 1.0, 0.7, 0.85, 0.8, 1.0, 0.6, 0.9, 1.0, 0.2])


def oil(year):
    """Return litres by month: fully heated on school days, at a third otherwise."""
    share = holidays()
    return year * LITRES_PER_DEGREE * (share + (1 - share) / 3)


def main():
    """Print the oil of a school year and the size of the tank."""
    temperature = temperatures(45)
    print(f"{temperature.size} days, {int(temperature.isnull().sum())} without a measurement")
    degrees = heating_degrees(temperature)
    print(
        f"coldest day {float(temperature.min()):.1f} degrees, mean heating degrees {float(degrees.mean()):.2f}"
    )
    litres = oil(school_year(climatology(degrees)))
    for name, value in zip(litres["name"].values, litres.values, strict=True):
        print(f"  {name}: {value:7.1f} l")
    total = float(np.sum(litres.values))
    print(f"school year {total:.0f} l, tank for half of it {np.ceil(total / 2 / 500) * 500:.0f} l")


if __name__ == "__main__":
    main()
