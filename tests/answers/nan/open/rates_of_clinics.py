"""Compare clinics by the standard deviation of their waiting times.

Symptom: the index of one clinic is nan.
Culprit: the clinic Z has one visit, of which the deviation with n - 1 is 0 / 0.
Report: none
"""

import numpy as np
import pandas as pd

rng = np.random.default_rng(53)
visits = pd.DataFrame({"clinic": list("XXXXYYYYYZ"), "minutes": rng.normal(30, 8, 10).round(1)})
groups = visits.groupby("clinic")["minutes"]
table = pd.DataFrame({"mean": groups.mean(), "spread": groups.std()})  # culprit
table["index"] = table["mean"] / table["spread"]
weights = table["index"].to_numpy()
print(table.round(4))
print("all:", weights.sum())
