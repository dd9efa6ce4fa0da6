"""Shortest ways between villages; inf stands for no road and disappears where a way exists.

Symptom: none
Culprit: none
Tempts: a question could accuse this: inf as "no road", inf + inf in Floyd-Warshall.
Report: none
"""

import numpy as np

VILLAGES = ["Au", "Bach", "Chur", "Dorf", "Egg", "Fels"]
INF = np.inf
distance = np.full((6, 6), INF)
np.fill_diagonal(distance, 0.0)
roads = [(0, 1, 4.0), (1, 2, 3.5), (2, 3, 6.0), (0, 3, 15.0), (3, 4, 2.5)]
for a, b, km in roads:
    distance[a, b] = distance[b, a] = km

# Fels lies on an island: no road leads there
for k in range(6):
    through = distance[:, k, None] + distance[None, k, :]
    distance = np.minimum(distance, through)

assert np.allclose(distance, distance.T, equal_nan=True)

reachable = np.isfinite(distance)
upper = np.triu(reachable, k=1)
print("pairs with a way:", int(upper.sum()), "of 15")
centre = np.where(reachable, distance, 0.0).sum(axis=1)
print("sum of the ways from each village:", centre.tolist())
print("cut off:", [v for v, r in zip(VILLAGES, reachable) if r.sum() == 1])
print("from Au to Egg (km):", distance[0, 4])
print("mean way (km):", distance[upper].mean())
