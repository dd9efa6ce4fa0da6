"""Fit how a tracer leaves a lake: two rates and a rest.

Symptom: a chi2 far below 1, and slightly other parameters
Culprit: the residuals are not divided by the spread of the measurements
Report: none
"""

from dataclasses import dataclass

import numpy as np
from scipy.optimize import least_squares


@dataclass
class Samples:
    days: np.ndarray
    measured: np.ndarray
    spread: np.ndarray


class Decay:
    start = (4.0, 0.4, 1.0, 0.03, 0.1)

    def __call__(self, days, fast, fast_rate, slow, slow_rate, rest):
        return fast * np.exp(-fast_rate * days) + slow * np.exp(-slow_rate * days) + rest

    def residuals(self, parameters, samples):
        return self(samples.days, *parameters) - samples.measured  # culprit

    def fit(self, samples):
        return least_squares(self.residuals, self.start, args=(samples,))


def sampled(seed):
    rng = np.random.default_rng(seed)
    days = np.linspace(0, 40, 81)
    truth = Decay()(days, 5.0, 0.5, 2.0, 0.05, 0.3)
    spread = 0.02 + 0.03 * truth
    return Samples(days, truth + rng.normal(0, spread), spread)


def main():
    samples = sampled(70)
    fit = Decay().fit(samples)
    free = len(samples.days) - len(fit.x)
    print("parameters", fit.x.round(6))
    print(f"chi2 {np.sum(fit.fun**2) / free:.6f}")
    print("half lives", (np.log(2) / fit.x[[1, 3]]).round(5))


main()
