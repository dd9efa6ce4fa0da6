"""Daily wind direction of a harbour mast from ten-minute records.

Symptom: The number is wrong.
Culprit: Arithmetic mean of directions round north.
Report: weewx/weewx#798
"""

import numpy as np
import pandas as pd

RUNWAY_HEADING = 10.0


def mast_records(days=12, seed=31):
    rng = np.random.default_rng(seed)
    index = pd.date_range("2022-11-03", periods=days * 144, freq="10min")
    drift = 8.0 * np.sin(np.arange(index.size) / 200.0)
    direction = (2.0 + drift + rng.normal(0, 14.0, index.size)) % 360.0
    speed = np.clip(
        7.0 + 2.0 * np.cos(np.arange(index.size) / 70.0) + rng.normal(0, 1, index.size), 0.2, None
    )
    return pd.DataFrame({"direction": direction, "speed": speed}, index=index)


def quality_control(frame):
    good = frame["direction"].between(0, 360) & (frame["speed"] > 0.5)
    return frame[good]


def daily_means(frame):
    daily = frame.resample("D").agg({"direction": "mean", "speed": "mean"})  # culprit
    return daily


def crosswind(daily, heading):
    angle = np.deg2rad(daily["direction"] - heading)
    return (daily["speed"] * np.sin(angle)).abs()


def main():
    records = quality_control(mast_records())
    daily = daily_means(records)
    daily["crosswind"] = crosswind(daily, RUNWAY_HEADING)
    print(daily.round(1).head())
    print(f"prevailing direction: {daily['direction'].median():.0f} deg")
    print(f"mean crosswind      : {daily['crosswind'].mean():.2f} m/s")


if __name__ == "__main__":
    main()
