"""Six clusters among three.

Symptom: the centres are nan
Culprit: centres that no point is nearest to: the mean of no rows
Report: none
"""

import numpy as np


def assign(points, centres):
    return np.argmin(((points[:, None] - centres[None]) ** 2).sum(axis=2), axis=1)


def update(points, labels, k):
    return np.array([points[labels == j].mean(axis=0) for j in range(k)])  # culprit


def kmeans(points, k, rounds=6):
    rng = np.random.default_rng(12)
    centres = rng.uniform(-50, 50, (k, points.shape[1]))
    for _ in range(rounds):
        centres = update(points, assign(points, centres), k)
    return centres


def main():
    rng = np.random.default_rng(0)
    points = np.concatenate([rng.normal(c, 1, (40, 2)) for c in (-5, 0, 6)])
    print(kmeans(points, 6))


main()
