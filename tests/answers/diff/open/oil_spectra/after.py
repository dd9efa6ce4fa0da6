"""Share of the variation in olive oil spectra that two components carry.

Symptom: The last number is another one.
Culprit: Eigh's ascending order, first columns taken.
Report: fastats/fastats#21
"""

import numpy as np


def oils(rng, n=120, bands=25):
    wave = np.linspace(0, 1, bands)
    acid = rng.normal(0, 1.0, size=(n, 1))
    green = rng.normal(0, 0.6, size=(n, 1))
    spectra = acid * np.exp(-((wave - 0.3) ** 2) / 0.02) + green * np.cos(3 * wave)
    return spectra + rng.normal(0, 0.15, size=spectra.shape)


def components(centred, count):
    covariance = np.cov(centred, rowvar=False)
    values, vectors = np.linalg.eigh(covariance)
    return vectors[:, :count]  # culprit


def main():
    spectra = oils(np.random.default_rng(70))
    centred = spectra - spectra.mean(axis=0)
    scores = centred @ components(centred, 2)
    share = scores.var(axis=0).sum() / centred.var(axis=0).sum()
    print("scores:", scores.shape)
    print(f"share of two components: {share:.4f}")


if __name__ == "__main__":
    main()
