"""Oxygen profile of a lake; depths that were not sampled are NaN and left out on purpose.

Symptom: none
Culprit: none
Tempts: a question could accuse this: nanmean over missing samples on purpose.
Report: pydata/xarray#1509
"""

import numpy as np

rng = np.random.default_rng(5)

DEPTHS = np.arange(0, 20, 2.0)
VISITS = 15
profile = 10.5 - 0.4 * DEPTHS + rng.normal(0, 0.3, size=(VISITS, DEPTHS.size))
missing = rng.random(profile.shape) < 0.2
profile[missing] = np.nan

sampled = np.isfinite(profile).sum(axis=0)
print("samples by depth:", sampled)
assert sampled.min() > 0

mean_by_depth = np.nanmean(profile, axis=0)
spread = np.nanstd(profile, axis=0, ddof=1)
print("spread near the surface:", spread[0].round(3))

# each visit takes what it has, a visit without any sample would be skipped
visits = [row[np.isfinite(row)].mean() for row in profile if np.isfinite(row).any()]
print("visits:", len(visits), " first:", round(float(visits[0]), 3))

below = mean_by_depth < 5.0
print("first depth below 5 mg/l:", DEPTHS[below][0])
print("mean oxygen over the column (mg/l):", mean_by_depth.mean())
