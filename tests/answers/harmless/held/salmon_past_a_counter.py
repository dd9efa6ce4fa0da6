"""Estimate how many salmon swam up a river from a counter that was off on some days.

Symptom: none
Culprit: none
Tempts: nan may accuse the rolling mean and the reindexed days that are NaN; they are filled before the sums.
Report: none
"""

import numpy as np
import pandas as pd

SEASON = pd.date_range("2023-05-01", "2023-09-30", freq="D")


def log_of_the_counter(rng):
    """Counts of the days on which the counter ran; other days have no row."""
    day = np.arange(len(SEASON))
    expected = 180 * np.exp(-(((day - 60) / 22.0) ** 2)) + 12
    counts = rng.poisson(expected).astype(float)
    ran = rng.random(len(SEASON)) > 0.14
    ran[:3] = False
    return pd.Series(counts[ran], index=SEASON[ran], name="fish")


def temperatures(rng):
    """Water temperature; the sensor reports -99 when it is iced or dry."""
    day = np.arange(len(SEASON))
    values = 9 + 7 * np.sin(np.pi * day / len(SEASON)) + rng.normal(0, 0.6, len(SEASON))
    values[rng.random(len(SEASON)) < 0.05] = -99.0
    series = pd.Series(values, index=SEASON, name="water")
    return series.mask(series < -50)


def completed(counts):
    """Every day of the season: lost days get the mean of the days around them, the margins 12."""
    daily = counts.reindex(SEASON)
    around = daily.rolling(5, center=True, min_periods=1).mean()
    filled = daily.fillna(around).interpolate(limit_area="inside")
    return daily, filled.fillna(12.0)


def by_warmth(daily, water):
    """Fish per day in classes of temperature; a class without days stays empty."""
    classes = pd.cut(water, [0, 8, 10, 12, 14, 16, 18, 25])
    table = daily.groupby(classes, observed=False).agg(["mean", "count"])
    return table.rename(index=str)


def main():
    rng = np.random.default_rng(301)
    counts = log_of_the_counter(rng)
    water = temperatures(rng)
    daily, filled = completed(counts)
    print(f"{len(counts)} days counted, {daily.isna().sum()} lost, {water.isna().sum()} without temperature")
    table = by_warmth(daily, water)
    for name, row in table.iterrows():
        text = "no days" if np.isnan(row["mean"]) else f"{row['mean']:7.2f} fish per day"
        print(f"  {name:10s} {int(row['count']):3d} days: {text}")
    monthly = filled.resample("MS").sum()
    for month, value in monthly.items():
        print(f"{month:%B}: {value:.1f}")
    week = filled.rolling(7).sum()
    best = week.idxmax()
    print(f"best week ends on {best:%d %B} with {week.max():.1f} fish")
    print(f"season: {filled.sum():.1f} fish, at least {counts.sum():.0f}")
    print(f"correlation with warmth: {daily.corr(water):.4f}")


if __name__ == "__main__":
    main()
