"""Find outliers in the readings of weather sensors, per sensor (pandas and NumPy)."""

import numpy as np
import pandas as pd


def table():
    rng = np.random.default_rng(57)
    hours = pd.date_range("2024-06-01", periods=8, freq="3h")
    values = rng.normal(20, 2, (8, 6))
    values[3, 2] += 6
    values[5, 4] -= 5
    return pd.DataFrame(values, index=hours, columns=[f"s{n}" for n in range(6)])


def zscores(readings):
    values = readings.to_numpy()
    spread = readings.std().to_numpy()
    return pd.DataFrame((values - values.mean(axis=0)) / spread, readings.index, readings.columns)


def main():
    scores = zscores(table())
    far = scores.abs() > 1.7
    print("outliers:", int(far.to_numpy().sum()))
    print(far.sum().to_string())
    print(f"largest score {scores.abs().max().max():.5f}")


main()
