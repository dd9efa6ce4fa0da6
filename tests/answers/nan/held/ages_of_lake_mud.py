"""Date the pollen samples of a core of lake mud from a few layers whose age the laboratory measured.

How sure the ages are follows from leaving out one layer after the other.

Symptom: the uppermost and the deepest samples have an uncertainty of nan, and the growth of the mud is nan +- nan.
Culprit: without the outermost layer some samples lie beyond the layers, where the regression says nan by default.
Report: scikit-learn/scikit-learn#23134 (IsotonicRegression returns NaN out of bounds)
"""

import numpy as np
from sklearn.isotonic import IsotonicRegression

LENGTH = 640.0  # cm


def layers(rng, number=11):
    """Return depths and measured ages of the layers; the deeper, the older, but for the laboratory's errors."""
    depth = np.sort(np.r_[4.0, LENGTH - 6.0, rng.uniform(20.0, LENGTH - 40.0, number - 2)])
    age = 14.0 * depth + 0.006 * depth**2
    error = rng.uniform(40.0, 110.0, number)
    return depth, age + error * rng.normal(size=number), error


def samples(rng, number=24):
    return np.sort(rng.uniform(8.0, LENGTH - 12.0, number))


class AgeModel:
    """Ages that never fall with depth."""

    def __init__(self, depth, age, error):
        self.curve = IsotonicRegression(y_min=0.0)  # culprit
        self.curve.fit(depth, age, sample_weight=error**-2)

    def ages(self, depth):
        return self.curve.predict(depth)

    def misfit(self, depth, age, error):
        return np.sqrt(np.mean(((self.ages(depth) - age) / error) ** 2))


def leave_one_out(depth, age, error, wanted):
    """Return the ages of the wanted depths without each of the layers."""
    number = depth.size
    ages = np.empty((number, wanted.size))
    for left in range(number):
        kept = np.arange(number) != left
        ages[left] = AgeModel(depth[kept], age[kept], error[kept]).ages(wanted)
    return ages


def uncertainty(ages):
    number = len(ages)
    departure = ages - ages.mean(axis=0)
    return np.sqrt((number - 1) / number * np.sum(departure**2, axis=0))


def growth(depth, ages):
    """Return mm of mud a year, for each row of ages."""
    return 10.0 * (depth[-1] - depth[0]) / (ages[:, -1] - ages[:, 0])


def main():
    rng = np.random.default_rng(14)
    depth, age, error = layers(rng)
    wanted = samples(rng)
    model = AgeModel(depth, age, error)
    print(f"misfit of the layers: {model.misfit(depth, age, error):.3f}")
    dated = model.ages(wanted)
    jackknife = leave_one_out(depth, age, error, wanted)
    sure = uncertainty(jackknife)
    for place in range(0, wanted.size, 4):
        print(f"{wanted[place]:6.1f} cm: {dated[place]:7.0f} +- {sure[place]:4.0f} years")
    print(f"least sure: {sure.max():.0f} years")
    rates = growth(wanted, jackknife)
    print(f"growth {rates.mean():.4f} +- {rates.std():.4f} mm a year")


if __name__ == "__main__":
    main()
