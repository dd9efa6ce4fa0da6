"""Find the quickest routes of mail sledges between huts, some of which no trail reaches.

Symptom: none
Culprit: none
Tempts: nan may accuse the inf of huts without a trail; inf means unreachable and is left out of every mean.
Report: none
"""

import numpy as np
from scipy.sparse.csgraph import connected_components, shortest_path

rng = np.random.default_rng(1925)
places = rng.uniform(0, 100, (16, 2))
distance = np.hypot(*(places[:, None] - places).transpose(2, 0, 1))
hours = np.where(distance < 36, distance / 14.0, np.inf)
np.fill_diagonal(hours, 0.0)

# a storm closed the trails to the last two huts
hours[-2:, :-2] = np.inf
hours[:-2, -2:] = np.inf

quickest = shortest_path(np.where(np.isinf(hours), 0.0, hours), method="FW", directed=False)
groups, member = connected_components(np.isfinite(quickest), directed=False)
print(f"{groups} groups of huts, sizes {np.bincount(member).tolist()}")

reached = np.isfinite(quickest) & (quickest > 0)
print(f"pairs without a route: {np.isinf(quickest).sum() // 2}")
print(f"mean time {quickest[reached].mean():.4f} h, longest {quickest[reached].max():.4f} h")
farthest = np.where(np.isfinite(quickest), quickest, -np.inf).max(axis=1)
best = np.where(member == member[0], farthest, np.inf).argmin()
print(f"best hut for the station: {best}, at most {farthest[best]:.4f} h away")
nearness = np.divide(1.0, quickest, out=np.zeros_like(quickest), where=quickest > 0)
print(f"sum of nearness of hut 0: {nearness[0].sum():.4f}")
