"""Describe the sizes of gravel of a river bed.

Culprit: see after.py
"""

import numpy as np


def stones(count, seed):
    rng = np.random.default_rng(seed)
    size = rng.lognormal(3.0, 0.7, count)
    site = rng.integers(0, 4, count)
    return size * np.array([1.0, 1.2, 0.8, 1.5])[site], site


size, site = stones(90, seed=66)
names = ["ford", "mill", "bend", "weir"]
for number, name in enumerate(names):
    here = size[site == number]
    d16, d50, d84 = np.quantile(here, [0.16, 0.5, 0.84], method="weibull")
    sorting = np.sqrt(d84 / d16)
    print(f"{name}: {here.size} stones, d50 {d50:.4f} mm, sorting {sorting:.4f}")
volume = np.pi / 6 * size**3
fine = volume[size < 10].sum() / volume.sum()
print(f"fine share {fine:.6f}, largest {size.max():.3f} mm")
