"""Look for unusual weeks in the daily calls for ambulances of four towns.

Symptom: the usual spread of every town is nan, every mark is nan, and no day is found to be unusual.
Culprit: the decomposition has no trend, and so no remainder, for the first and the last three days of a series.
Report: statsmodels/statsmodels#3872 (seasonal_decompose gives NaN at both ends)
"""

import numpy as np
import pandas as pd
from statsmodels.tsa.seasonal import seasonal_decompose

TOWNS = {"Linz": 64.0, "Wels": 31.0, "Steyr": 22.0, "Enns": 9.0}
WEEK = np.array([1.0, 0.96, 0.97, 1.0, 1.12, 1.18, 0.94])


def calls(rng, days=182):
    """Return calls of each day and town; on a few days there is ice on the streets."""
    index = pd.date_range("2024-10-01", periods=days, freq="D")
    trend = 1.0 + 0.12 * np.sin(2 * np.pi * np.arange(days) / 365)
    rate = trend * WEEK[index.day_of_week.to_numpy()]
    table = pd.DataFrame({town: rng.poisson(mean * rate) for town, mean in TOWNS.items()}, index=index)
    icy = index[rng.choice(np.arange(60, 130), 4, replace=False)]
    table.loc[icy, ["Linz", "Wels"]] = np.round(table.loc[icy, ["Linz", "Wels"]] * 1.7).astype(int)
    return table


def parts(series):
    """Return the slow course, the course of the week and what remains."""
    return seasonal_decompose(series, model="additive", period=7)  # culprit


def busiest_weekday(series):
    week = parts(series).seasonal.iloc[:7]
    return week.idxmax().day_name(), week.max()


def marks(series):
    """Return by how many usual spreads each day departs from what is expected."""
    remainder = parts(series).resid.to_numpy()
    spread = 1.4826 * np.median(np.abs(remainder - np.median(remainder)))
    return pd.Series(remainder / spread, index=series.index), spread


def unusual(series, limit=4.0):
    mark, spread = marks(series)
    return mark[mark.abs() > limit], spread


def main():
    table = calls(np.random.default_rng(144))
    found = 0
    for town in table:
        day, more = busiest_weekday(table[town])
        days, spread = unusual(table[town])
        found += len(days)
        print(f"{town:6s} most on {day} ({more:+.2f}), spread {spread:.3f}, unusual days: {len(days)}")
        for date, mark in days.items():
            print(f"       {date:%d %B} {mark:+.1f}")
    print(f"unusual days of all towns: {found}")


if __name__ == "__main__":
    main()
