"""Intervals for the mean hardness of the grain of each supplier of a mill.

Symptom: narrower intervals
Culprit: the interval has both tails on one side: it covers 90 of 100, not 95
Report: none
"""

from dataclasses import dataclass
from itertools import combinations

import numpy as np
from scipy import stats

SUPPLIERS = [("A", 52, 18), ("B", 55, 40), ("C", 49, 9)]


@dataclass(frozen=True)
class Interval:
    mean: float
    half: float

    @property
    def low(self):
        return self.mean - self.half

    @property
    def high(self):
        return self.mean + self.half

    def apart(self, other):
        return self.high < other.low or other.high < self.low


def interval(values, level=0.95):
    free = len(values) - 1
    factor = stats.t.ppf(level, free)  # culprit
    return Interval(values.mean(), factor * stats.sem(values))


def main():
    rng = np.random.default_rng(3)
    found = {name: interval(rng.normal(mean, 3.0, size)) for name, mean, size in SUPPLIERS}
    for name, one in found.items():
        print(f"{name}: {one.mean:.4f} between {one.low:.5f} and {one.high:.5f}")
    print("apart", [(a, b) for a, b in combinations(found, 2) if found[a].apart(found[b])])
    print(f"widest {max(2 * one.half for one in found.values()):.6f}")


main()
