"""How hard a cyclist brakes, from the speed every fifth of a second.

Symptom: He brakes five times too softly.
Culprit: gradient takes the speeds as a second apart.
Report: none
"""

import numpy as np


class Ride:
    def __init__(self, rate, seconds):
        self.times = np.arange(0, seconds, 1 / rate)
        self.speed = 9.0 / (1.0 + np.exp((self.times - 12.0) / 1.5))

    def braking(self):
        return -np.gradient(self.speed)  # culprit


ride = Ride(5, 30)
hardest = ride.braking().max()
print(f"hardest braking: {hardest:.2f} m/s2, as a share of gravity {hardest / 9.81:.3f}")
