"""Which streets a courier should take: those with the best mean of pace, weighted by how often they were taken.

Symptom: the gain is negative
Culprit: the slowest streets are taken, no longer the fastest
Report: none
"""

import numpy as np


class Streets:
    def __init__(self, street, pace, count, weight=10):
        self.rides = np.bincount(street, minlength=count)
        self.total = np.bincount(street, weights=pace, minlength=count)
        self.usual = pace.mean()
        self.weight = weight

    def shrunk(self):
        return (self.total + self.weight * self.usual) / (self.rides + self.weight)

    def best(self, number):
        return np.argsort(self.shrunk())[:number]  # culprit

    def share(self, streets):
        return self.rides[streets].sum() / self.rides.sum()


def ride(seed, streets=40, rides=900):
    rng = np.random.default_rng(seed)
    street = rng.integers(0, streets, rides)
    return Streets(street, rng.normal(15 + 4 * np.sin(street), 2.0), streets)


def main():
    streets = ride(61)
    pace = streets.shrunk()
    best = streets.best(5)
    print("best", best)
    print(f"gain {pace[best].mean() - pace.mean():.6f}")
    print(f"share of rides {streets.share(best):.5f}")
    print(f"all {pace.mean():.6f}")


main()
