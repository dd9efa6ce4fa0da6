"""Find the two nearest wells of each house within a walk of 400 m and list the houses that have none.

Symptom: none
Culprit: none
Tempts: `nan` could accuse the distances of inf, by which the tree says "no well within reach"; they are masked.
Report: none
"""

import numpy as np
from scipy.spatial import cKDTree

REACH = 400.0


def village(houses, wells, seed):
    rng = np.random.default_rng(seed)
    return rng.uniform(0, 2500, (houses, 2)), rng.uniform(0, 2500, (wells, 2))


class Wells:
    def __init__(self, places):
        self.tree = cKDTree(places)

    def walk(self, houses):
        """Return the distances of two wells in m, masked where there is none, and whether there is any."""
        distance, _ = self.tree.query(houses, k=2, distance_upper_bound=REACH)
        return np.ma.masked_invalid(distance), np.isfinite(distance[:, 0])


def main():
    houses, places = village(houses=80, wells=22, seed=48)
    distance, served = Wells(places).walk(houses)
    print(f"{np.count_nonzero(served)} of {len(houses)} houses have a well within {REACH:.0f} m")
    print(f"nearest {distance[:, 0].mean():.3f} m, second {distance[:, 1].mean():.3f} m")
    print(f"longest walk {distance[:, 0].max():.3f} m")
    print("without:", np.flatnonzero(~served)[:6])


if __name__ == "__main__":
    main()
