"""Join the tracks of two drifters that measured the temperature of a current and average it by depth.

Symptom: the joined track has the temperatures nan and a mean of nan; each of the two alone has a mean.
Culprit: np.concatenate joins the data of masked arrays and forgets their masks; np.ma.concatenate keeps them.
Report: numpy/numpy#18675
"""

from itertools import pairwise

import numpy as np


class Drifter:
    def __init__(self, name, seed, length, dead_hours):
        rng = np.random.default_rng(seed)
        self.name = name
        self.depth = np.abs(rng.normal(20, 12, length))
        celsius = 18.5 - 0.12 * self.depth + rng.normal(0, 0.2, length)
        celsius[dead_hours] = np.nan
        self.celsius = np.ma.masked_invalid(celsius)

    def __str__(self):
        return f"{self.name}: {self.celsius.count()} of {self.celsius.size} hours, mean {self.celsius.mean():.2f} °C"


def join(drifters):
    depth = np.concatenate([drifter.depth for drifter in drifters])
    celsius = np.concatenate([drifter.celsius for drifter in drifters])  # culprit
    return depth, celsius


def by_depth(depth, celsius, edges):
    for low, high in pairwise(edges):
        inside = (depth >= low) & (depth < high)
        yield low, high, celsius[inside]


def main():
    drifters = [Drifter("Petrel", 2, 120, slice(30, 41)), Drifter("Skua", 3, 90, [4, 5, 50, 51, 52])]
    for drifter in drifters:
        print(drifter)
    depth, celsius = join(drifters)
    print(f"both: mean {celsius.mean():.2f} °C")
    for low, high, inside in by_depth(depth, celsius, [0, 15, 30, 60]):
        print(f"{low:2d} to {high:2d} m: {inside.mean():6.2f} °C")


if __name__ == "__main__":
    main()
