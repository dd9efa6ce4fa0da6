"""Shortest walking times between mountain huts.

Starts from the table of marked paths and relaxes it over every hut (Floyd and
Warshall); prints the time from the valley station to each hut.

Culprit: none
Tempts: the distance matrix begins with infinity wherever there is no direct path and
inf + inf is formed on the way; the minimum replaces it, and one hut that only can be
reached by cable car is printed as such.
"""

import numpy as np

HUTS = ["Valley", "Alm", "Saddle", "Lake", "Summit", "Glacier"]
PATHS = [
    ("Valley", "Alm", 1.5),
    ("Alm", "Saddle", 2.0),
    ("Alm", "Lake", 1.25),
    ("Lake", "Saddle", 0.5),
    ("Saddle", "Summit", 2.25),
]


def path_table(huts, paths):
    hours = np.full((len(huts), len(huts)), np.inf)
    np.fill_diagonal(hours, 0.0)
    for start, end, time in paths:
        i, j = huts.index(start), huts.index(end)
        hours[i, j] = hours[j, i] = time
    return hours


def relax(hours):
    best = hours.copy()
    for via in range(len(best)):
        best = np.minimum(best, best[:, via, None] + best[None, via, :])
    return best


best = relax(path_table(HUTS, PATHS))
for hut, hours in zip(HUTS, best[0]):
    if np.isinf(hours):
        print(f"{hut:8s} cable car only")
    else:
        print(f"{hut:8s} {hours:5.2f} h")
reached = best[0][np.isfinite(best[0])]
print(f"longest day {reached.max():.2f} h, mean {reached.mean():.3f} h")
