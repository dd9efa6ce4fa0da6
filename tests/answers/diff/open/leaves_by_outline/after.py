"""Tell leaves apart by the outline's Fourier descriptors.

Symptom: other features, and a larger distance
Culprit: the spectra are divided by their first number, which is the place of a leaf, not its size
Report: none
"""

import numpy as np


class Descriptors:
    def __init__(self, kept=8):
        self.kept = kept

    def __call__(self, outlines):
        spectra = np.abs(np.fft.fft(outlines, axis=1))
        size = spectra[:, :1]  # culprit
        return spectra[:, 2 : 2 + self.kept] / size


class NearestCentre:
    def fit(self, features, kinds):
        self.centre = np.stack([features[kinds == one].mean(axis=0) for one in np.unique(kinds)])
        return self

    def distances(self, features):
        return np.square(features[:, None] - self.centre).sum(axis=2)


def leaves(seed, count=30, points=64):
    rng = np.random.default_rng(seed)
    angle = np.arange(points) / points * 2 * np.pi
    kinds = rng.integers(0, 3, count)
    radius = 1 + 0.3 * np.cos((kinds[:, None] + 2) * angle)
    radius = radius + 0.05 * rng.standard_normal((count, points))
    turned = np.exp(1j * (angle + rng.uniform(0, 6, (count, 1))))
    return radius * turned * rng.uniform(0.5, 2, (count, 1)), kinds


def main():
    outlines, kinds = leaves(7)
    features = Descriptors()(outlines)
    distance = NearestCentre().fit(features, kinds).distances(features)
    print(f"right {np.mean(distance.argmin(axis=1) == kinds):.4f}")
    print(f"nearest {np.sqrt(distance.min(axis=1)).mean():.7f}")
    print("spread", features.std(axis=0).round(6))


main()
