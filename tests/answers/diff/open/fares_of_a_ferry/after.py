"""Report what a ferry takes by kind of passenger.

Symptom: fewer passengers, a higher mean a day
Culprit: the join is an inner one now: the crew without a fare is left out
Report: none
"""

import numpy as np
import pandas as pd

rng = np.random.default_rng(3)
trips = pd.DataFrame(
    {"kind": rng.choice(["adult", "child", "crew", "dog"], 400), "day": rng.integers(0, 30, 400)}
)
fares = pd.DataFrame({"kind": ["adult", "child", "dog"], "fare": [12.5, 6.0, 3.2]})

table = trips.merge(fares, on="kind")  # culprit
table = table.fillna({"fare": 0.0})
by_kind = table.groupby("kind")["fare"].sum()
daily = table.groupby("day")["fare"].mean()
print(by_kind)
print("a day:", daily.mean().round(6))
print("passengers:", len(table))
