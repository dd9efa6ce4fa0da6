"""Sort the courses of geese into two flyways with a mixture of circular distributions.

Symptom: after some rounds the shares, courses and concentrations of both flyways are nan.
Culprit: one flyway is so narrow that its concentration passes 710, where exp and the Bessel function are both inf.
Report: scipy/scipy#12835 (the density of von Mises gave inf / inf for large kappa, i0e avoids it)
"""

from dataclasses import dataclass

import numpy as np
from scipy import special


@dataclass
class Flyway:
    share: float
    course: float
    kappa: float

    def density(self, angle):
        turn = np.cos(angle - self.course)
        with np.errstate(over="ignore", invalid="ignore"):
            return np.exp(self.kappa * turn) / (2 * np.pi * special.i0(self.kappa))  # culprit


def flights(rng):
    coast = rng.normal(np.radians(205.0), 0.03, 240)
    inland = rng.normal(np.radians(230.0), 0.35, 160)
    compass = rng.permutation(np.concatenate([coast, inland]))
    compass[::57] = np.nan  # the goose was lost from sight
    return compass % (2 * np.pi)


def concentration(resultant):
    """Return kappa for a mean resultant length, after Banerjee."""
    return resultant * (2.0 - resultant**2) / (1.0 - resultant**2)


def refit(angle, weight):
    total = weight.sum()
    x, y = weight @ np.cos(angle) / total, weight @ np.sin(angle) / total
    return Flyway(total / angle.size, np.arctan2(y, x), concentration(np.hypot(x, y)))


def mixture(angle, rounds):
    flyways = [Flyway(0.5, np.radians(190.0), 20.0), Flyway(0.5, np.radians(240.0), 5.0)]
    for number in range(rounds):
        joint = np.array([flyway.share * flyway.density(angle) for flyway in flyways])
        member = joint / joint.sum(axis=0)
        flyways = [refit(angle, weight) for weight in member]
        if number % 4 == 0:
            print(f"round {number:2d}: kappa " + ", ".join(f"{flyway.kappa:9.3f}" for flyway in flyways))
    return flyways


def main():
    angle = flights(np.random.default_rng(205))
    angle = angle[np.isfinite(angle)]
    for flyway in mixture(angle, rounds=24):
        degrees = np.degrees(flyway.course) % 360
        print(f"{100 * flyway.share:6.2f} percent at {degrees:7.2f} degrees, kappa {flyway.kappa:.2f}")


main()
