"""Find the axes of a bell's inertia and its radii of gyration.

Symptom: none.
Culprit: none: equal; singular values in rising order in place of eigenvalues.
Report: none
"""

import numpy as np


class Bell:
    def __init__(self, count, seed):
        cloud = np.random.default_rng(seed).normal(size=(count, 3)) * [1.0, 1.2, 2.5]
        self.points = cloud - cloud.mean(axis=0)

    def sizes(self):
        return np.linalg.svd(self.points, compute_uv=False)[::-1]

    def radii(self):
        return self.sizes() / np.sqrt(len(self.points))


def main():
    bell = Bell(200, seed=2)
    print("radii", bell.radii().round(6).tolist())


main()
