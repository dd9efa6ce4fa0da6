"""Give every farm the rain gauges within ten kilometres, and the mean of what they measured.

Symptom: none
Culprit: none
Tempts: `nan` could accuse the infinite distances that `KDTree.query` returns where there is no further neighbour.
Report: none
"""

import numpy as np
from scipy.spatial import KDTree

REACH = 10.0


class Gauges:
    """Rain gauges with their place in kilometres and their reading in millimetres."""

    def __init__(self, places, millimetres):
        self.tree = KDTree(places)
        self.millimetres = np.append(millimetres, 0.0)  # what index n, "no neighbour", points to

    def near(self, places, most=4):
        return self.tree.query(places, k=most, distance_upper_bound=REACH)

    def rain_at(self, places):
        """Return the weighted mean of the gauges in reach and how many there are."""
        distance, index = self.near(places)
        weight = 1.0 / (0.5 + distance)  # 1 / inf: no weight
        found = np.isfinite(distance).sum(axis=1)
        total = weight.sum(axis=1)
        covered = found > 0
        rain = np.zeros(len(places))
        np.divide((weight * self.millimetres[index]).sum(axis=1), total, out=rain, where=covered)
        return rain, found


def main():
    rng = np.random.default_rng(2)
    gauges = Gauges(rng.uniform(0.0, 100.0, size=(60, 2)), rng.gamma(3.0, 2.0, size=60))
    farms = rng.uniform(0.0, 100.0, size=(250, 2))
    rain, found = gauges.rain_at(farms)
    covered = found > 0
    print(f"{np.count_nonzero(~covered)} of {len(farms)} farms have no gauge within {REACH:.0f} km")
    print(f"mean rain at the others: {rain[covered].mean():.3f} mm")
    wettest = rain.argmax()
    print(f"wettest: farm {wettest}, {rain[wettest]:.2f} mm from {found[wettest]} gauges")


if __name__ == "__main__":
    main()
