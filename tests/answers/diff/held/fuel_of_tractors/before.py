"""Add up the fuel of five tractors from the levels of their tanks, which are sometimes not sent."""

import numpy as np
import pandas as pd

rng = np.random.default_rng(4)
frames = []
for tractor in ["blue", "green", "old", "red", "small"]:
    hours = np.arange(24)
    level = np.clip(rng.uniform(80, 180) - np.cumsum(rng.gamma(2.0, 2.0, 24)), 5, None)
    level[rng.random(24) < 0.2] = np.nan
    frames.append(pd.DataFrame({"tractor": tractor, "hour": hours, "level": level}))
table = pd.concat(frames, ignore_index=True)
table.loc[table["hour"].isin([0]) & table["tractor"].isin(["green", "red"]), "level"] = np.nan

table = table.sort_values(["tractor", "hour"]).reset_index(drop=True)
table["level"] = table.groupby("tractor")["level"].ffill()
table["used"] = -table.groupby("tractor")["level"].diff()
table.loc[table["used"] < 0, "used"] = 0.0

total = table.groupby("tractor")["used"].sum()
busiest = table.groupby("tractor")["used"].max()
for tractor in total.index:
    print(f"{tractor:6s} {total[tractor]:9.4f} l, most in an hour {busiest[tractor]:8.4f} l")
print(f"all    {total.sum():9.4f} l")
print(f"mean level {table['level'].mean():.4f}")
