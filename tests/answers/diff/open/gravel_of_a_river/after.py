"""Describe the sizes of gravel of a river bed.

Symptom: the sorting of all sites is a little better than in the last report
Culprit: the quantiles are taken by the default method, linear, and no longer by Weibull's
Report: none
"""

from typing import NamedTuple

import numpy as np

NAMES = ["ford", "mill", "bend", "weir"]
FACTORS = np.array([1.0, 1.2, 0.8, 1.5])


class Grading(NamedTuple):
    d16: float
    d50: float
    d84: float

    @classmethod
    def of(cls, size):
        return cls(*np.quantile(size, (0.16, 0.5, 0.84)))  # culprit

    @property
    def sorting(self):
        return np.sqrt(self.d84 / self.d16)


def stones(count, seed):
    rng = np.random.default_rng(seed)
    size = rng.lognormal(3.0, 0.7, count)
    site = rng.integers(0, len(FACTORS), count)
    return size * FACTORS[site], site


def fine_share(size, limit=10):
    volume = size**3
    return volume[size < limit].sum() / volume.sum()


def main():
    size, site = stones(90, seed=66)
    for number, name in enumerate(NAMES):
        here = size[site == number]
        grading = Grading.of(here)
        print(f"{name}: {here.size} stones, d50 {grading.d50:.4f} mm, sorting {grading.sorting:.4f}")
    print(f"fine share {fine_share(size):.6f}, largest {size.max():.3f} mm")


main()
