"""Clean the salinity that moorings in a fjord measure, and compare the moorings.

Culprit: see after.py
"""

import numpy as np
import pandas as pd


def measured(seed):
    rng = np.random.default_rng(seed)
    time = pd.date_range("2024-05-01", periods=240, freq="h")
    tide = np.sin(np.arange(240) / 12.4 * 2 * np.pi)
    table = pd.DataFrame(index=time)
    for name, level in [("head", 27.0), ("mid", 30.5), ("sill", 32.8)]:
        salt = level + 0.8 * tide + rng.normal(0, 0.15, 240)
        salt[rng.choice(240, 14, replace=False)] = np.nan
        salt[rng.choice(240, 6, replace=False)] = 99.9
        table[name] = salt
    return table


def clean(table):
    valid = table.where(table < 40)
    return valid.fillna(valid.mean())


def swing(table):
    daily = table.resample("D")
    return (daily.max() - daily.min()).mean()


table = clean(measured(seed=21))
means = table.mean()
swings = swing(table)
for name in table.columns:
    print(f"{name:5s} {means[name]:.4f} {swings[name]:.4f} {table[name].std():.4f}")
print(f"head against sill {table['head'].corr(table['sill']):.4f}")
