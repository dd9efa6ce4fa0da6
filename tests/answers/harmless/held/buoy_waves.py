"""Buoy waves.

Symptom: none
Culprit: none
Tempts: a question could accuse this: directions around north averaged by components, some missing heights (twin of
  runway_wind).
Report: none
"""

import numpy as np
import pandas as pd


def buoy(days=10, seed=12):
    rng = np.random.default_rng(seed)
    index = pd.date_range("2023-11-01", periods=days * 48, freq="30min")
    direction = (np.repeat(rng.normal(357, 12, days), 48) + rng.normal(0, 15, len(index))) % 360
    height = rng.gamma(6, 0.25, len(index))
    height[rng.random(len(index)) < 0.05] = np.nan
    return pd.DataFrame({"direction": direction, "height": height}, index=index)


def with_components(df):
    rad = np.deg2rad(df["direction"])
    return df.assign(north=df["height"] * np.cos(rad), east=df["height"] * np.sin(rad))


def daily(df):
    mean = with_components(df).resample("D")[["north", "east", "height"]].mean()
    mean["direction"] = np.rad2deg(np.arctan2(mean["east"], mean["north"])) % 360
    return mean


def offset_from(direction, axis):
    return (direction - axis + 180) % 360 - 180


df = buoy()
table = daily(df)
print(table.round(2).to_string())
print("missing heights:", int(df["height"].isna().sum()))
print("directions between %.1f and %.1f" % (df["direction"].min(), df["direction"].max()))
print("mean offset from north: %.2f deg" % offset_from(table["direction"], 0.0).mean())
