"""Ages of perch from their lengths, by the growth curve of von Bertalanffy turned round.

Symptom: the age of every fish is nan, and the catch curve has no slope.
Culprit: LENGTH_AT_INFINITY is 41.5 (centimetres), the lengths are in millimetres, so every fish is longer than
that.
Report: none
"""

import numpy as np

LENGTH_AT_INFINITY = 41.5  # culprit
GROWTH = 0.17
AGE_AT_ZERO = -0.4


def lengths(count=240, seed=8):
    rng = np.random.default_rng(seed)
    age = rng.integers(1, 11, count) + rng.uniform(0, 1, count)
    return np.round(415 * (1 - np.exp(-GROWTH * (age - AGE_AT_ZERO))) * rng.normal(1, 0.02, count))


class GrowthCurve:
    def __init__(self, limit, rate, start):
        self.limit, self.rate, self.start = limit, rate, start

    def age(self, length):
        grown = length / self.limit
        return self.start - np.log(1 - grown) / self.rate


def catch_curve(ages):
    """Return the total mortality a year, by the slope of the logarithm of numbers at age."""
    numbers = np.bincount(ages[np.isfinite(ages)].astype(int), minlength=12)[3:9]
    return -np.diff(np.log(np.maximum(numbers, 1))).mean()


def main():
    measured = lengths()
    with np.errstate(invalid="ignore"):
        ages = GrowthCurve(LENGTH_AT_INFINITY, GROWTH, AGE_AT_ZERO).age(measured)
    print(f"{len(measured)} perch from {measured.min():.0f} to {measured.max():.0f} mm")
    print(f"mean age {ages.mean():.2f} years, oldest {ages.max():.2f}")
    print(f"mortality {catch_curve(ages):.3f} a year")


if __name__ == "__main__":
    main()
