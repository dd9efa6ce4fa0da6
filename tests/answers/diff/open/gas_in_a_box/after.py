"""Let particles fly in a box and measure temperature and pressure.

Symptom: temperature and pressure differ after the simulation became a class.
Culprit: particles beyond the upper wall are put on the wall, not mirrored at it.
Report: none
"""

import numpy as np

SIDE, STEP, COUNT = 10.0, 0.01, 60


class Gas:
    def __init__(self, rng):
        self.place = rng.uniform(0, SIDE, (COUNT, 2))
        self.speed = rng.normal(0, 1.5, (COUNT, 2))
        self.push = 0.0

    def move(self):
        self.place += STEP * self.speed

    def bounce(self, axis):
        low = self.place[:, axis] < 0
        high = self.place[:, axis] > SIDE
        self.push += 2 * np.abs(self.speed[low | high, axis]).sum()
        self.speed[low | high, axis] *= -1
        self.place[low, axis] *= -1
        self.place[high, axis] = SIDE  # culprit

    def step(self):
        self.move()
        for axis in range(2):
            self.bounce(axis)
        self.speed[:, 1] -= STEP * 0.2


gas = Gas(np.random.default_rng(13))
for _ in range(500):
    gas.step()
temperature = 0.5 * (gas.speed**2).sum(axis=1).mean()
print("temperature:", round(float(temperature), 6))
print("pressure:", round(float(gas.push / (4 * SIDE * 500 * STEP)), 6))
