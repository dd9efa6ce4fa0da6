"""Report what a ferry takes by kind of passenger."""

import numpy as np
import pandas as pd

rng = np.random.default_rng(3)
trips = pd.DataFrame(
    {"kind": rng.choice(["adult", "child", "crew", "dog"], 400), "day": rng.integers(0, 30, 400)}
)
fares = pd.DataFrame({"kind": ["adult", "child", "dog"], "fare": [12.5, 6.0, 3.2]})

table = trips.merge(fares, on="kind", how="left")
table["fare"] = table["fare"].fillna(0.0)
by_kind = table.groupby("kind")["fare"].sum()
by_day = table.groupby("day")["fare"].mean()
print(by_kind)
print("a day:", by_day.mean().round(6))
print("passengers:", len(table))
