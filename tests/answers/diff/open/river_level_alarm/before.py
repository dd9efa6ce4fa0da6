"""Raise an alarm where the week's mean of a river's level is high."""

import numpy as np
import pandas as pd


def read_levels():
    days = pd.date_range("2024-01-01", periods=120, freq="D")
    rng = np.random.default_rng(21)
    wave = 2.0 + 0.8 * np.cos(np.linspace(0, 4 * np.pi, 120))
    levels = pd.Series(wave + rng.normal(0, 0.2, 120), index=days, name="level")
    return levels.drop(levels.index[[14, 15, 16, 40, 41, 77]])


def weekly_mean(levels):
    return levels.rolling(7).mean()


levels = read_levels()
mean = weekly_mean(levels)
alarm = mean[mean > 2.6]
print("days with a mean:", int(mean.notna().sum()), "of", len(levels))
print("days of alarm:", len(alarm))
print("first alarm:", alarm.index[0].date(), f"{alarm.iloc[0]:.4f} m")
print(f"highest week: {mean.max():.4f} m")
