"""Weigh sand grain by grain in single precision and give the shares of the sieves to a tenth of a percent.

Symptom: none
Culprit: none
Tempts: `precision` could accuse the sums in float32, which lose digits; the shares need one only.
Report: none
"""

import numpy as np

MESHES = np.array([0.063, 0.125, 0.25, 0.5, 1.0, 2.0], dtype=np.float32)  # mm
QUARTZ = np.float32(2.65e-3)  # g / mm3


def grains(number, rng):
    size = rng.lognormal(-1.1, 0.6, number).astype(np.float32)
    return np.clip(size, np.float32(0.02), np.float32(4.0))


def weight(size):
    return QUARTZ * np.float32(np.pi / 6) * size**3


class Sieves:
    def __init__(self, meshes):
        self.meshes = meshes
        self.grams = np.zeros(len(meshes) + 1, dtype=np.float32)

    def pour(self, size, handful=2000):
        for first in range(0, len(size), handful):
            part = size[first : first + handful]
            sieve = np.digitize(part, self.meshes)
            for number in range(len(self.grams)):
                self.grams[number] += weight(part[sieve == number]).sum()
        return self

    def shares(self):
        return 100 * self.grams / self.grams.sum()

    def through(self):
        return np.cumsum(self.shares())[:-1]


def size_at(percent, sieves):
    return float(np.interp(percent, sieves.through(), np.log(sieves.meshes)))


def main():
    sieves = Sieves(MESHES).pour(grains(60000, np.random.default_rng(265)))
    for mesh, share in zip(["pan", *MESHES], sieves.shares(), strict=True):
        name = mesh if isinstance(mesh, str) else f"{mesh:.3f}"
        print(f"{name:>6s} mm {share:5.1f} percent")
    d10, d60 = np.exp(size_at(10, sieves)), np.exp(size_at(60, sieves))
    print(f"half is finer than {np.exp(size_at(50, sieves)):.2f} mm, uniformity {d60 / d10:.1f}")
    print(f"total {sieves.grams.sum():.0f} g")


if __name__ == "__main__":
    main()
