"""Simulate how blood clots in a test tube: thrombin makes more of itself, until it is used up.

Symptom: peaks and times change in the third to the fifth digit.
Culprit: `solve_ivp` keeps errors below 1e-3 by default; `odeint` kept them below 1.5e-8.
Report: scipy/scipy#9899 (wrong results with the default tolerance of solve_ivp)
"""

from dataclasses import dataclass

import numpy as np
from scipy.integrate import solve_ivp

PATIENTS = {"healthy": 1.0, "mild": 0.4, "severe": 0.12}


@dataclass(frozen=True)
class Rates:
    """Rates a minute."""

    start: float = 0.002
    more: float = 1.9
    stop: float = 0.45
    clot: float = 0.8


@dataclass
class Course:
    minutes: np.ndarray
    thrombin: np.ndarray
    antithrombin: np.ndarray
    fibrin: np.ndarray

    def peak(self):
        place = self.thrombin.argmax()
        return self.thrombin[place], self.minutes[place]

    def potential(self):
        return np.trapezoid(self.thrombin, self.minutes)

    def half_clotted(self):
        return np.interp(0.5, self.fibrin, self.minutes)


class Tube:
    def __init__(self, factor, rates):
        self.factor = factor
        self.rates = rates

    def change(self, _, state):
        pro, thrombin, anti, fibrin = state
        slow = self.rates.start * self.factor * pro
        fast = self.rates.more * self.factor * pro * thrombin / (0.2 + thrombin)
        lost = self.rates.stop * anti * thrombin
        clotted = self.rates.clot * thrombin * (1.0 - fibrin)
        return [-(slow + fast), slow + fast - lost, -0.6 * lost, clotted]

    def run(self, minutes):
        start = [1.4, 0.0, 2.2, 0.0]
        span = (minutes[0], minutes[-1])
        result = solve_ivp(self.change, span, start, method="LSODA", t_eval=minutes)  # culprit
        return Course(minutes, *result.y[1:])


def main():
    minutes = np.linspace(0.0, 30.0, 301)
    for name, factor in PATIENTS.items():
        course = Tube(factor, Rates()).run(minutes)
        height, time = course.peak()
        print(f"{name}: peak {height:.6f} at {time:.1f} min")
        print(
            f"    potential {course.potential():.6f}, half clotted after {course.half_clotted():.5f} min, "
            f"antithrombin left {course.antithrombin[-1]:.6f}"
        )


if __name__ == "__main__":
    main()
