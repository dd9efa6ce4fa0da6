"""Count the pollen of April by plant and by the time of day.

Culprit: see after.py
"""

import numpy as np
import pandas as pd

PLANTS = ["birch", "oak", "grass"]


def slides(days, seed):
    rng = np.random.default_rng(seed)
    rows = []
    for day in range(days):
        for hour in range(0, 24, 2):
            for plant, mean in zip(PLANTS, [30, 12, 5]):
                rows.append((day, hour, plant, rng.poisson(mean * (1 + np.sin(hour / 24 * np.pi)))))
    return pd.DataFrame(rows, columns=["day", "hour", "plant", "grains"])


table = slides(30, seed=6)
table["part"] = np.where(table["hour"] < 6, "night", np.where(table["hour"] < 18, "day", "evening"))
daily = {}
for plant in PLANTS:
    part = table[table["plant"] == plant]
    daily[plant] = part.groupby("day")["grains"].sum()
for plant in PLANTS:
    print(f"{plant:6s} {daily[plant].mean():.4f} {daily[plant].std():.4f} {daily[plant].max()}")
for name in ["night", "day", "evening"]:
    print(f"{name:8s} {table.loc[table['part'] == name, 'grains'].mean():.5f}")
together = sum(daily.values())
print(f"worst day {together.idxmax()}: {together.max()}")
print(f"birch against oak {np.corrcoef(daily['birch'], daily['oak'])[0, 1]:.6f}")
