"""Next-day forecast per market stall; targets and lags come from shifted columns.

Symptom: none
Culprit: none
Tempts: a question could accuse this: shift(-1) as target and shift(6) as lag on a wide table, NaN edges left out
  (twin of shop_demand).
Report: none
"""

import numpy as np
import pandas as pd


def takings(seed=37, stalls=12, days=60):
    rng = np.random.default_rng(seed)
    day = pd.date_range("2024-04-01", periods=days, freq="D")
    frames = []
    for s in range(stalls):
        level = rng.uniform(80, 600)
        weekly = 1 + 0.25 * np.sin(2 * np.pi * np.arange(days) / 7)
        frames.append(
            pd.DataFrame(
                {"stall": s, "day": day, "sales": level * weekly + rng.normal(0, 0.05 * level, days)}
            )
        )
    return pd.concat(frames).sample(frac=1, random_state=0)


def features(df):
    wide = df.pivot(index="day", columns="stall", values="sales").sort_index()
    target = wide.shift(-1)
    lag6 = wide.shift(6)
    return wide, lag6, target


def forecast(lag6):
    return lag6


def main():
    wide, lag6, target = features(takings())
    error = (forecast(lag6) - target).abs() / target
    naive = (wide - target).abs() / target
    print("shape:", wide.shape, " rows with forecast:", int(error.notna().all(axis=1).sum()))
    print("first day with forecast:", error.dropna().index[0].date())
    print(f"same-as-today error {100 * naive.stack().mean():.2f} %")
    print(f"same-weekday error {100 * error.stack().mean():.2f} %")


main()
