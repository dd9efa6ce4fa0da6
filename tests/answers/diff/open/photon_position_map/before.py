"""Collect the energies of photons on the pixels of a detector."""

import numpy as np

SIDE = 32


def photons(count):
    rng = np.random.default_rng(5)
    x = np.clip(rng.normal(16, 5, count), 0, SIDE - 1).astype(int)
    y = np.clip(rng.normal(14, 5, count), 0, SIDE - 1).astype(int)
    return y, x, rng.gamma(3.0, 0.4, count)


def collect(rows, cols, energies):
    image = np.zeros((SIDE, SIDE))
    np.add.at(image, (rows, cols), energies)
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
