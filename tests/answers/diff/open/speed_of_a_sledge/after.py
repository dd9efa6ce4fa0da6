"""Find the speed and the push of a sledge from its way, measured ten times a second.

Symptom: the top speed is ten times too small.
Culprit: np.gradient is not given the time step when it takes the speed.
Report: MDAnalysis/membrane-curvature#115
"""

import numpy as np

MASS = 35.0


class Sledge:
    def __init__(self, way, dt):
        self.dt = dt
        self.speed = np.gradient(way)  # culprit
        self.push = np.gradient(self.speed, dt)

    @property
    def work(self):
        return MASS * np.trapezoid(self.push * self.speed, dx=self.dt)


def measured_way(dt, seconds=12, seed=61):
    t = np.arange(0, seconds, dt)
    noise = np.random.default_rng(seed).normal(0, 0.002, t.size)
    return 0.9 * t**1.5 + noise


def main():
    sledge = Sledge(measured_way(0.1), 0.1)
    print(f"top speed {sledge.speed.max():.5f} m/s")
    print(f"work {sledge.work:.4f} J")


main()
