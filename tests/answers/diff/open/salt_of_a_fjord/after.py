"""Clean the salinity that moorings in a fjord measure, and compare the moorings.

Symptom: means and spreads of all moorings are larger
Culprit: gaps are filled with the mean before the readings of 99.9 are taken out, which then count in the mean
Report: none
"""

import numpy as np
import pandas as pd

MOORINGS = {"head": 27.0, "mid": 30.5, "sill": 32.8}
HIGHEST = 40


def measured(seed):
    rng = np.random.default_rng(seed)
    time = pd.date_range("2024-05-01", periods=240, freq="h")
    tide = np.sin(np.arange(240) / 12.4 * 2 * np.pi)
    table = pd.DataFrame(index=time)
    for name, level in MOORINGS.items():
        salt = level + 0.8 * tide + rng.normal(0, 0.15, 240)
        salt[rng.choice(240, 14, replace=False)] = np.nan
        salt[rng.choice(240, 6, replace=False)] = 99.9
        table[name] = salt
    return table


def clean(table):
    filled = table.fillna(table.mean())  # culprit
    return filled.mask(filled >= HIGHEST, filled.mean(), axis=1)  # culprit, too


def swing(table):
    daily = table.resample("D").agg(["max", "min"])
    spans = daily.xs("max", axis=1, level=1) - daily.xs("min", axis=1, level=1)
    return spans.mean()


def main():
    table = clean(measured(seed=21))
    summary = pd.DataFrame({"mean": table.mean(), "swing": swing(table), "std": table.std()})
    for name, row in summary.iterrows():
        print(f"{name:5s} {row['mean']:.4f} {row.swing:.4f} {row['std']:.4f}")
    print(f"head against sill {table['head'].corr(table['sill']):.4f}")


main()
