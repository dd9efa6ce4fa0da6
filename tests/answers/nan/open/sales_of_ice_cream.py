"""How fast the sales of ice cream grow from week to week, by kiosk.

Symptom: the mean growth is inf
Culprit: a kiosk was closed in a week, and the growth after it is a division by 0
Report: pandas-dev/pandas#7292
"""

import numpy as np
import pandas as pd


def sales(weeks):
    rng = np.random.default_rng(29)
    index = pd.date_range("2025-04-07", periods=weeks, freq="W")
    table = pd.DataFrame(index=index)
    for kiosk in ("harbour", "park", "station"):
        table[kiosk] = np.round(rng.uniform(80, 120, weeks) * np.linspace(1, 3, weeks))
    table.loc[index[6], "park"] = 0.0  # repairs
    return table


def growth(table):
    return table.pct_change().dropna()  # culprit


def report(table):
    rates = growth(table)
    weighted = rates.to_numpy() * np.array([0.5, 0.3, 0.2])
    return weighted.sum(axis=1)


def main():
    rates = report(sales(20))
    print("weeks:", len(rates))
    print("mean growth:", rates.mean())


main()
