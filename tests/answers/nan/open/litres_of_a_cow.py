"""The milk of a cow by day, from the list that the robot keeps, and what it ate.

Symptom: all values of the milk are nan
Culprit: a Series with labels 0, 1, ... is given new labels, and pandas looks up the days among the old ones
Report: pandas-dev/pandas#12282
"""

import numpy as np
import pandas as pd


def robot(days, rng):
    curve = 24 + 8 * np.exp(-(((np.arange(days) - 40) / 30) ** 2))
    rows = {"cow": np.repeat([12, 15], days), "litres": np.tile(curve, 2) + rng.normal(0, 0.8, 2 * days)}
    return pd.DataFrame(rows)


def by_day(log, cow, begin):
    litres = log.loc[log["cow"] == cow, "litres"].reset_index(drop=True)
    days = pd.date_range(begin, periods=len(litres), freq="D")
    return pd.Series(litres, index=days, name="litres")  # culprit


def fodder(begin, days, rng):
    index = pd.date_range(begin, periods=days, freq="D")
    return pd.DataFrame({"hay": rng.uniform(6, 9, days), "barley": rng.uniform(2, 4, days)}, index=index)


def weekly(milk, eaten):
    table = eaten.join(milk)
    table["per_kilogram"] = table["litres"] / (table["hay"] + table["barley"])
    return table.resample("W").mean()


def main():
    rng = np.random.default_rng(14)
    log = robot(56, rng)
    milk = by_day(log, 15, "2025-03-03")
    table = weekly(milk, fodder("2025-03-03", 56, rng))
    print(table.round(2).to_string())
    slope, level = (
        np.polyfit(np.arange(len(table)), table["per_kilogram"], 1)
        if table["litres"].notna().all()
        else (np.nan, np.nan)
    )
    print("trend by week:", slope)


main()
