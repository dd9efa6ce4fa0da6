"""Turns measured pollen grains into a size distribution and computes what a
filter with a given cut-off lets through.

Symptom: none
Culprit: none
Tempts: shares from a histogram with a fixed range, a smoothed step response
"""

import numpy as np

rng = np.random.default_rng(712)


def measure(n_small=5200, n_large=2600):
    """Two kinds of plants: small birch-like grains, larger pine-like ones."""
    small = rng.lognormal(np.log(24.0), 0.18, n_small)
    large = rng.lognormal(np.log(52.0), 0.20, n_large)
    return np.concatenate([small, large])


def size_shares(grains, n_bins=40, upper=140.0):
    count, edges = np.histogram(grains, bins=n_bins, range=(0.0, upper))
    centre = 0.5 * (edges[1:] + edges[:-1])
    return centre, count / grains.size


def passes(size, cut, sharpness=0.25):
    """Probability that a grain of this size gets through the filter."""
    return 1.0 / (1.0 + np.exp((size - cut) / (sharpness * cut)))


def summary(centre, share):
    mean = (centre * share).sum()
    spread = np.sqrt((share * (centre - mean) ** 2).sum())
    volume = (share * np.pi / 6 * centre**3).sum()
    return mean, spread, volume


grains = measure()
centre, share = size_shares(grains)
mean, spread, volume = summary(centre, share)
print(f"grains measured {grains.size}")
print(f"mean size {mean:.2f} um, spread {spread:.2f} um, mean volume {volume:.0f} um^3")
for cut in (20.0, 35.0, 50.0):
    through = (share * passes(centre, cut)).sum()
    dose = (share * passes(centre, cut) * centre**3).sum()
    print(f"filter {cut:4.0f} um: grains through {through:.3f}, volume through {dose:.3e}")
