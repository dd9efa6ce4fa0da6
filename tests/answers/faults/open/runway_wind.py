"""Runway wind.

Symptom: The number is wrong.
Culprit: Arithmetic mean of wind direction across north (headwind -4.12 instead of 6.97 m/s).
Report: weewx/weewx#798
"""

import numpy as np
import pandas as pd

RUNWAY_HEADING = 350.0


def station_log(days=20, seed=11):
    rng = np.random.default_rng(seed)
    index = pd.date_range("2023-02-01", periods=days * 144, freq="10min")
    base = np.repeat(rng.normal(2, 9, days), 144)
    direction = (base + rng.normal(0, 14, len(index))) % 360
    speed = rng.gamma(9, 0.8, len(index))
    return pd.DataFrame({"direction": direction.round(0) % 360, "speed": speed.round(1)}, index=index)


def daily_summary(log):
    day = log.resample("D")
    out = pd.DataFrame(index=day.mean().index)
    out["speed"] = day["speed"].mean()
    out["gust"] = day["speed"].max()
    out["direction"] = day["direction"].mean()  # culprit
    return out


def components(summary, heading):
    angle = np.deg2rad(summary["direction"] - heading)
    summary = summary.copy()
    summary["headwind"] = summary["speed"] * np.cos(angle)
    summary["crosswind"] = summary["speed"] * np.sin(angle)
    return summary


log = station_log()
summary = components(daily_summary(log), RUNWAY_HEADING)
print(summary.round(1).head(8).to_string())
print("days with tailwind:", int((summary["headwind"] < 0).sum()))
print("mean headwind on runway 35: %.2f m/s" % summary["headwind"].mean())
