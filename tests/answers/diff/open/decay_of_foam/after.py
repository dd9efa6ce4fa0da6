"""Fit how the foam of a beer decays, although some readings were disturbed.

Symptom: the life of the foam is shorter by some seconds
Culprit: the robust loss was lost where the fit went into a class: the disturbed readings count in full
Report: none
"""

from dataclasses import dataclass

import numpy as np
from scipy.optimize import least_squares


@dataclass
class Decay:
    start: float
    life: float
    rest: float

    def __call__(self, time):
        return self.start * np.exp(-time / self.life) + self.rest

    @property
    def half_life(self):
        return self.life * np.log(2)

    @classmethod
    def fitted(cls, time, height, guess=(10.0, 80.0, 0.0)):
        def distance(p):
            return cls(*p)(time) - height

        return cls(*least_squares(distance, guess).x)  # culprit


def foam(seed, readings=61, disturbed=5):
    rng = np.random.default_rng(seed)
    time = np.linspace(0, 300, readings)
    height = Decay(14.0, 110, 0.6)(time) + rng.normal(0, 0.1, readings)
    height[rng.choice(readings, disturbed, replace=False)] += rng.uniform(2, 4, disturbed)
    return time, height


time, height = foam(seed=14)
decay = Decay.fitted(time, height)
left = decay(time) - height
print(f"start {decay.start:.5f} cm, life {decay.life:.4f} s, rest {decay.rest:.5f} cm")
print(f"half-life {decay.half_life:.4f} s")
print(f"median of residuals {np.median(np.abs(left)):.5f}")
print(f"highest reading {height.max():.4f}")
