"""Mean snow depth at a mountain hut, from the daily file of the weather service.

Symptom: The number is wrong.
Culprit: -999 counted in the mean.
Report: E3SM-Project/E3SM#5253
"""

import io

import numpy as np
import pandas as pd

rng = np.random.default_rng(13)


def daily_file():
    days = pd.date_range("2022-12-01", "2023-03-31", freq="D")
    t = np.arange(days.size)
    depth = 20 + 65 * np.sin(np.pi * t / days.size) ** 1.5 + rng.normal(0, 4, days.size)
    depth = np.clip(depth.round(), 0, None).astype(int)
    depth[[3, 90]] = -999  # the station was off
    lines = ["day;snow_cm"]
    lines += [f"{d:%Y-%m-%d};{v}" for d, v in zip(days, depth)]
    return io.StringIO("\n".join(lines))


table = pd.read_csv(daily_file(), sep=";", parse_dates=["day"])  # culprit
table = table.set_index("day")
print("days in the file:", len(table))
print("deepest:", table["snow_cm"].max(), "cm on", table["snow_cm"].idxmax().date())

monthly = table["snow_cm"].resample("MS").median()
print("median in January:", monthly.loc["2023-01-01"])
print("mean snow depth (cm):", table["snow_cm"].mean())  # culprit, too
