"""Compare the heat of two years with the mean year, month by month.

Symptom: all anomalies of a month are zero.
Culprit: the mean is taken by year and month, so each month is compared with itself.
Report: none
"""

import numpy as np
import pandas as pd


def read_heat(seed=40):
    rng = np.random.default_rng(seed)
    days = pd.date_range("2021-01-01", "2022-12-31")
    season = -9 * np.cos(2 * np.pi * days.dayofyear / 365.25)
    return pd.Series(10 + season + rng.normal(0, 2, len(days)), index=days)


def normal_heat(heat):
    months = heat.index.to_period("M")  # culprit, too
    return heat.groupby(months).transform("mean")  # culprit


def monthly_anomaly(heat):
    return (heat - normal_heat(heat)).resample("MS").mean()


def main():
    months = monthly_anomaly(read_heat())
    print(months.round(4).to_string())
    print("warmest:", months.idxmax().strftime("%Y-%m"))


main()
