"""Computes the probability that the load of a beam is above its strength.

Symptom: the failure probability falls from 3.906e-02 to 0.
Culprit: quad from 0 to infinity looks near 1 and never meets the peak at 2e8 Pa, so it returns 0; finite limits around the peak are needed.
Report: MatthewReid854/reliability#8
"""

from dataclasses import dataclass

import numpy as np
from scipy import integrate, stats

MEGA = 1e6


@dataclass
class Beam:
    """Stress and strength of a beam in Pa."""

    load_median: float = 1.85e8
    load_spread: float = 0.17
    strength_mean: float = 2.6e8
    strength_spread: float = 2.2e7

    @property
    def load(self):
        return stats.lognorm(self.load_spread, scale=self.load_median)

    @property
    def strength(self):
        return stats.norm(self.strength_mean, self.strength_spread)

    def safety_factor(self):
        return self.strength.mean() / self.load.mean()

    def failure_probability(self):
        load, strength = self.load, self.strength
        value, _ = integrate.quad(lambda x: load.pdf(x) * strength.cdf(x), 0.0, np.inf)  # culprit
        return value


def main():
    beam = Beam()
    probability = beam.failure_probability()
    print(f"mean load: {beam.load.mean() / MEGA:.1f} MPa")
    print(f"safety factor: {beam.safety_factor():.2f}")
    print(f"failure probability: {probability:.3e}")
    print(f"failures in 10000 beams: {1e4 * probability:.1f}")


if __name__ == "__main__":
    main()
