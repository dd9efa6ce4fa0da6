"""How hard a cyclist brakes, from the speed every fifth of a second.

Symptom: none
Culprit: none
Tempts: check-up: a slope whose distance is given.
Report: none
"""

import numpy as np


class Ride:
    def __init__(self, rate, seconds):
        self.times = np.arange(0, seconds, 1 / rate)
        self.speed = 9.0 / (1.0 + np.exp((self.times - 12.0) / 1.5))

    def braking(self):
        return -np.gradient(self.speed, self.times)


ride = Ride(5, 30)
hardest = ride.braking().max()
print(f"hardest braking: {hardest:.2f} m/s2, as a share of gravity {hardest / 9.81:.3f}")
