"""Relate the ice cream that a kiosk sells to the heat of the day.

Symptom: the correlation is nan for all three sorts, while the columns have no gaps.
Culprit: the sales have dates as index, the weather 0, 1, 2 after reset_index; corr aligns them and finds no common day.
Report: none
"""

import warnings

import numpy as np
import pandas as pd

warnings.simplefilter("ignore", RuntimeWarning)

SORTS = {"lemon": 2.4, "nut": 0.6, "yoghurt": 1.5}


def season(days=45, seed=3):
    rng = np.random.default_rng(seed)
    dates = pd.date_range("2026-06-01", periods=days, name="day")
    heat = 22 + 6 * np.sin(np.arange(days) / 7) + rng.normal(0, 2, days)
    sold = {sort: rng.poisson(30 + slope * (heat - 15)) for sort, slope in SORTS.items()}
    weather = pd.DataFrame({"day": dates, "station": "K2", "heat": heat})
    return weather, pd.DataFrame(sold, index=dates)


def heat_of(weather, station):
    """Return the heat at one station, a value a day."""
    chosen = weather[weather["station"] == station].sort_values("day")
    return chosen.reset_index(drop=True)["heat"]  # culprit


def relation(sales, heat):
    return {sort: sales[sort].corr(heat) for sort in sales.columns}  # culprit, too


weather, sales = season()
heat = heat_of(weather, "K2")
print(f"{len(sales)} days of sales, {heat.notna().sum()} of heat, mean {heat.mean():.1f} °C")
for sort, correlation in relation(sales, heat).items():
    print(f"{sort:8s} {correlation:5.2f}")
