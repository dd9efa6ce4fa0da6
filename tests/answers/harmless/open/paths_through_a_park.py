"""Find the shortest ways through a park.

Symptom: none
Culprit: none
Tempts: `nan` could accuse the infinite distances of places that no path joins yet; all are reached in the end.
Report: none
"""

import numpy as np

WAYS = [(0, 1, 4.0), (1, 2, 3.0), (0, 3, 10.0), (2, 3, 1.5), (3, 4, 2.0)]
distance = np.full((5, 5), np.inf)
np.fill_diagonal(distance, 0.0)
for one, other, length in WAYS:
    distance[one, other] = distance[other, one] = length
for middle in range(5):
    distance = np.minimum(distance, distance[:, middle, None] + distance[middle])
print(distance)
print("longest way:", distance.max())
