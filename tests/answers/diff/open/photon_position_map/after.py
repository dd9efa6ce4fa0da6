"""Collect the energies of photons on the pixels of a detector.

Symptom: The map holds far less energy than the photons brought; bright pixels look as dim as the others.
Culprit: `image[rows, cols] += energies` keeps one photon a pixel; most of 5,000 photons on 1,024 pixels are lost.
Report: numpy/numpy#16790
"""

import numpy as np

SIDE = 32


def photons(count):
    rng = np.random.default_rng(5)
    x = np.clip(rng.normal(16, 5, count), 0, SIDE - 1).astype(int)
    y = np.clip(rng.normal(14, 5, count), 0, SIDE - 1).astype(int)
    return y, x, rng.gamma(3.0, 0.4, count)


def collect(rows, cols, energies):
    image = np.zeros((SIDE, SIDE))
    image[rows, cols] += energies  # culprit
    return image


def centroid(image):
    grid = np.arange(SIDE)
    return image.sum(axis=1) @ grid / image.sum(), image.sum(axis=0) @ grid / image.sum()


rows, cols, energies = photons(5000)
image = collect(rows, cols, energies)
y, x = centroid(image)
print(f"energy of the photons {energies.sum():.2f} keV")
print(f"energy of the map     {image.sum():.2f} keV")
print(f"centre of the spot    ({y:.3f}, {x:.3f}), brightest pixel {image.max():.2f}")
