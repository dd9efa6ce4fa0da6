"""Standardise the marks of skaters by judge and rank them."""

import numpy as np
import pandas as pd

rng = np.random.default_rng(33)
names = [f"skater {i}" for i in range(14)]
marks = pd.DataFrame(rng.normal([6.0, 7.5, 5.0], [1.0, 0.4, 1.6], (14, 3)), names, ["A", "B", "C"])
z = (marks - marks.mean()) / marks.std()
weighted = z["A"] * 0.5 + z["B"] * 0.3 + z["C"] * 0.2
final = 100 + 15 * weighted
best = final.sort_values(ascending=False)
print("winner", best.index[0], round(best.iloc[0], 5))
print("last", best.index[-1], round(best.iloc[-1], 5))
