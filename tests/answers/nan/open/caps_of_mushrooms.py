"""Put mushrooms to the kind whose mean colour has the smallest cosine distance.

Symptom: a black mushroom is put to the first kind with distance nan.
Culprit: its colour is 0, 0, 0, so the cosine distance divides by a length of 0.
Report: scipy/scipy#6774
"""

import numpy as np
from scipy.spatial.distance import cdist

KINDS = {"chanterelle": [240, 180, 40], "bolete": [130, 85, 50], "champignon": [235, 230, 220]}


def caps(count, seed):
    rng = np.random.default_rng(seed)
    means = np.array(list(KINDS.values()), float)
    colours = means[rng.integers(0, 3, count)] + rng.normal(0, 12, (count, 3))
    colours[5] = 0
    return colours.clip(0, 255)


def main():
    far = cdist(caps(12, seed=4), np.array(list(KINDS.values()), float), metric="cosine")  # culprit
    names = np.array(list(KINDS))[far.argmin(axis=1)]
    for name, distance in zip(names, far.min(axis=1), strict=True):
        print(f"{name:<12} {distance:.5f}")
    print("mean distance", far.min(axis=1).mean())


main()
