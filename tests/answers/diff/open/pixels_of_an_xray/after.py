"""Window an X-ray picture to 8 bits and count its grey levels.

Symptom: the mean grey is half a level darker than with the loop, and fewer pixels are white.
Culprit: astype cuts the fraction off where the loop rounded to the nearest level.
Report: rougier/numpy-100#92
"""

import numpy as np


def picture(seed):
    rng = np.random.default_rng(seed)
    raw = rng.normal(1100, 260, (40, 50))
    raw[10:25, 15:30] += 700
    return raw


def window(raw, low=600.0, high=2000.0):
    level = (raw - low) / (high - low) * 255
    return np.clip(level, 0, 255).astype(np.uint8)  # culprit


def entropy(counts):
    p = counts[counts > 0] / counts.sum()
    return -(p * np.log2(p)).sum()


def main():
    grey = window(picture(seed=9))
    counts = np.bincount(grey.ravel(), minlength=256)
    print("mean grey", round(float(grey.mean()), 4))
    print("entropy", round(float(entropy(counts)), 5))
    print("white", int(counts[255]))


main()
