"""Merge a car's speed and brake channels, which are sampled at different times."""

import numpy as np
import pandas as pd


def channels():
    rng = np.random.default_rng(44)
    slow = np.cumsum(rng.uniform(0.5, 2.0, 60))
    fast = np.cumsum(rng.exponential(0.18, 400))
    speed = pd.Series(55 + 20 * np.sin(slow / 6), index=slow, name="speed")
    brake = pd.Series((np.sin(fast / 6) < -0.4).astype(float), index=fast, name="brake")
    return speed, brake[brake.index < slow[-1]]


def merge(speed, brake):
    table = pd.concat([speed, brake], axis=1).sort_index()
    table["speed"] = table["speed"].interpolate("index")
    table["brake"] = table["brake"].ffill()
    return table.dropna()


table = merge(*channels())
time = table.index.to_numpy()
distance = np.trapezoid(table["speed"], time)
print("rows:", len(table))
print(f"distance {distance:.3f} m")
print(f"mean speed on the brake {table.loc[table['brake'] > 0, 'speed'].mean():.4f} m/s")
