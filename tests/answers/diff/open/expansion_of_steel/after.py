"""How much longer does a rail of steel become? A cubic through measured lengths.

Symptom: none
Culprit: none: equal; least squares over a matrix of powers in place of polyfit.
Report: none
"""

import numpy as np


class Cubic:
    def __init__(self, warmth, longer):
        self.scale = np.abs(warmth).max()
        self.weights, *_ = np.linalg.lstsq(self._powers(warmth), longer, rcond=None)

    def _powers(self, warmth):
        return np.vander(np.atleast_1d(warmth) / self.scale, 4)

    def __call__(self, warmth):
        return self._powers(warmth) @ self.weights


def measured(count, seed):
    rng = np.random.default_rng(seed)
    warmth = np.linspace(-20.0, 120.0, count)
    return warmth, 0.0117 * warmth + 4.2e-6 * warmth**2 + rng.normal(0.0, 0.004, count)


def main():
    warmth, longer = measured(36, seed=88)
    cubic = Cubic(warmth, longer)
    print("coefficients", cubic.weights.round(6))
    print(f"left over {np.sqrt(np.mean((longer - cubic(warmth)) ** 2)):.6f} mm/m")
    for degrees in (0.0, 40.0, 80.0):
        print(f"{degrees:5.1f} C: {cubic(degrees)[0]:.5f} mm/m")


main()
