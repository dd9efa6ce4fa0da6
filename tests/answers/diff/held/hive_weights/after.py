"""Honey flow of an apiary from hive scales.

Averages the weight of each hive by day, takes the gain from day to day and prints
the best day of each hive and the total gain. Works on a pivot table and NumPy.

Culprit: none: equal
"""

import numpy as np
import pandas as pd

HIVES = {"ash": 41.0, "birch": 38.5, "cedar": 44.2}


def scale_log(days=12, seed=97):
    rng = np.random.default_rng(seed)
    rows = []
    for hive, weight in HIVES.items():
        for hour in range(24 * days):
            flow = 0.09 if 9 <= hour % 24 <= 18 else -0.03
            weight += flow + rng.normal(0, 0.02)
            if rng.random() > 0.1:
                rows.append((hour // 24, hive, round(weight, 3)))
    return pd.DataFrame.from_records(rows, columns=["day", "hive", "kg"])


def daily_gain(log):
    table = log.pivot_table(index="day", columns="hive", values="kg", aggfunc="mean")
    table = table.sort_index()
    values = table.to_numpy()
    return table.index.to_numpy()[1:], list(table.columns), values[1:] - values[:-1]


def main():
    days, hives, gain = daily_gain(scale_log())
    best = gain.argmax(axis=0)
    for column, hive in enumerate(hives):
        row = best[column]
        print(f"{hive:6s} best day {days[row]:2d}: {gain[row, column]:+.4f} kg")
    print(f"total gain {gain.sum():.4f} kg")


if __name__ == "__main__":
    main()
