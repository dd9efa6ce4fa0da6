"""Unusual months in the level of a lake.

Standardises each monthly level with the mean and the spread of its calendar month
and prints the most unusual months and the trend of the anomalies.

Culprit: the groups are made by year and month instead of by calendar month; each of
the 144 groups holds one value, its standard deviation (n - 1 = 0) is NaN, and so are
all anomalies.
"""

import numpy as np
import pandas as pd


def lake_levels(seed=33):
    rng = np.random.default_rng(seed)
    months = pd.date_range("2012-01-01", periods=144, freq="MS")
    season = 0.45 * np.sin(2 * np.pi * (months.month.to_numpy() - 3) / 12)
    slow = np.zeros(144)
    for i in range(1, 144):
        slow[i] = 0.8 * slow[i - 1] + rng.normal(0, 0.08)
    drying = -0.002 * np.arange(144)
    return pd.DataFrame({"month": months, "level": 395.2 + season + slow + drying})


def add_calendar(table):
    season = table["month"].dt.to_period("M")  # culprit
    return table.assign(season=season.astype(str))


def standardise(table):
    grouped = table.groupby("season")["level"]
    usual, spread = grouped.transform("mean"), grouped.transform("std")
    return table.assign(anomaly=(table["level"] - usual) / spread)


def trend_per_decade(table):
    years = (table["month"] - table["month"].iloc[0]).dt.days / 365.25
    x = years - years.mean()
    return 10.0 * (x * table["anomaly"]).sum(skipna=False) / (x**2).sum()


def main():
    table = standardise(add_calendar(lake_levels()))
    extreme = table.loc[table["anomaly"].abs().sort_values(ascending=False).index]
    for row in extreme.head(4).itertuples():
        print(f"{row.month:%Y-%m}  {row.level:.2f} m  {row.anomaly:+.2f}")
    print(f"trend {trend_per_decade(table):+.3f} standard deviations a decade")


main()
