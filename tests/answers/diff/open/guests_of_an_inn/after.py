"""Compare the guests of an inn with the mean of the week before.

Symptom: a smaller mean ratio and spread
Culprit: the day itself is in the mean of its week
Report: none
"""

import numpy as np
import pandas as pd

WEEK = 7
BUSY = 1.3


def read(seed, count=180):
    rng = np.random.default_rng(seed)
    days = pd.date_range("2024-03-01", periods=count, freq="D")
    mean = 18 + 6 * np.sin(np.arange(count) / 7 * 2 * np.pi)
    return pd.DataFrame({"guests": rng.poisson(mean).astype(float)}, index=days)


def with_usual(table):
    return table.assign(usual=table["guests"].rolling(WEEK).mean())  # culprit


def with_ratio(table):
    return table.assign(ratio=table["guests"] / table["usual"])


def main():
    table = read(33).pipe(with_usual).pipe(with_ratio)
    ratio = table["ratio"]
    print(f"mean ratio {ratio.mean():.6f}, spread {ratio.std():.6f}")
    print(f"busy days {int((ratio > BUSY).sum())}")
    print("by day", table.groupby(table.index.dayofweek)["ratio"].mean().round(4).tolist())


main()
