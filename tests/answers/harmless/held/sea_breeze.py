"""Afternoon wind direction of a beach station in summer.

Symptom: none
Culprit: none
Tempts: a question could accuse this: twin of harbour_wind: arithmetic mean of directions far from north.
Report: none
"""

import numpy as np
import pandas as pd


def afternoons(days=30, seed=25):
    rng = np.random.default_rng(seed)
    index = pd.date_range("2022-07-01", periods=days * 24, freq="h")
    hour = index.hour.to_numpy()
    breeze = (hour >= 12) & (hour < 18)
    direction = np.where(breeze, rng.normal(225.0, 9.0, index.size), rng.uniform(0, 360, index.size))
    speed = np.where(breeze, rng.normal(6.0, 0.8, index.size), rng.gamma(2, 0.8, index.size))
    frame = pd.DataFrame({"direction": direction % 360, "speed": speed}, index=index)
    return frame.between_time("12:00", "17:00")


def components(frame):
    angle = np.deg2rad(frame["direction"])
    east = -(frame["speed"] * np.sin(angle)).mean()
    north = -(frame["speed"] * np.cos(angle)).mean()
    return east, north


def steadiness(frame):
    east, north = components(frame)
    return np.hypot(east, north) / frame["speed"].mean()


def main():
    frame = afternoons()
    daily = frame["direction"].resample("D").mean()
    print(f"direction between {frame['direction'].min():.0f} and {frame['direction'].max():.0f} deg")
    print(f"mean direction: {daily.mean():.1f} deg")
    print(f"steadiness: {steadiness(frame):.4f}")


if __name__ == "__main__":
    main()
