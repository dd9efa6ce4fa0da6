"""Plant diversity of meadow plots under three mowing regimes.

Prints Shannon diversity, evenness and the number of species per regime from the
cover that was estimated in each plot.

Culprit: none
Tempts: many covers are 0 and p * log(p) is formed for all of them; xlogy defines it as
0 there, and a plot with a single species, whose evenness would be 0/0, is set to 0.
"""

import numpy as np
from scipy.special import xlogy

REGIMES = ["once", "twice", "grazed"]
COVER = np.array(
    [
        [[30, 20, 0, 25, 5, 0, 10], [25, 15, 10, 20, 0, 5, 5]],
        [[55, 30, 0, 0, 10, 0, 0], [40, 35, 0, 5, 0, 0, 0]],
        [[0, 90, 0, 0, 0, 0, 0], [10, 80, 0, 0, 0, 0, 5]],
    ],
    dtype=float,
)


def shannon(cover):
    share = cover / cover.sum(axis=-1, keepdims=True)
    return -xlogy(share, share).sum(axis=-1)


def evenness(cover):
    species = (cover > 0).sum(axis=-1)
    top = np.log(species)
    return np.divide(shannon(cover), top, out=np.zeros(top.shape), where=top > 0)


h = shannon(COVER)
e = evenness(COVER)
for i, regime in enumerate(REGIMES):
    species = int((COVER[i] > 0).any(axis=0).sum())
    print(f"{regime:7s} H {h[i].mean():.3f}  evenness {e[i].mean():.3f}  species {species}")
print(f"most diverse plot: H = {h.max():.3f}")
