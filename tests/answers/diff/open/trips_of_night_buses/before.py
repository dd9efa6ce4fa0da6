"""Count the passengers of night buses by day of the week and by hour."""

import numpy as np
import pandas as pd

rng = np.random.default_rng(27)
start = pd.Timestamp("2025-03-24", tz="UTC")
minutes = np.sort(rng.integers(0, 14 * 24 * 60, 900))
when = start + pd.to_timedelta(minutes, unit="min")
evening = 1 + 2.0 * np.exp(-(((minutes / 60) % 24 - 22.5) ** 2) / 3)
passengers = rng.poisson(8 * evening)
trips = pd.DataFrame({"when": when, "passengers": passengers})

local = trips["when"].dt.tz_convert("Europe/Vienna")
trips["day"] = local.dt.day_name()
trips["hour"] = local.dt.hour
trips["date"] = local.dt.date

night = trips[(trips["hour"] >= 22) | (trips["hour"] < 4)]
by_day = night.groupby("day")["passengers"].sum()
print(by_day.to_dict())
print("busiest hour", int(trips.groupby("hour")["passengers"].mean().idxmax()))
per_date = night.groupby("date")["passengers"].sum()
print(f"{len(night)} trips at night, {per_date.mean():.4f} passengers a date, {per_date.std():.4f}")
