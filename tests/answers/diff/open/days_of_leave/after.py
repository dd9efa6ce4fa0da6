"""Count days of leave that are left, by person.

Symptom: more days are left
Culprit: two leaves of the same person and length count as one
Report: none
"""

import numpy as np
import pandas as pd

rng = np.random.default_rng(41)
people = pd.DataFrame({"id": np.arange(1, 41), "share": rng.choice([0.5, 0.75, 1.0], 40)})
taken = pd.DataFrame({"id": rng.integers(1, 41, 90), "days": rng.integers(1, 5, 90)})
FULL = 30

used = taken.drop_duplicates().groupby("id")["days"].sum()  # culprit
entitled = people["share"] * FULL
people["left"] = entitled - people["id"].map(used).fillna(0)
negative = people.query("left < 0")
print("left:", people["left"].sum())
print("people who took too many:", len(negative))
print("mean:", round(people["left"].mean(), 6))
