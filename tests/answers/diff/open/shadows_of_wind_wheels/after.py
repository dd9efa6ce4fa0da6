"""What wind wheels lose in each other's wake.

Symptom: none
Culprit: none: equal
Report: none
"""

from dataclasses import dataclass

import numpy as np

AIR = 1.225


@dataclass
class Park:
    x: np.ndarray
    y: np.ndarray
    radius: float = 40.0
    thrust: float = 0.75
    spread: float = 0.05

    def losses(self):
        along = self.x[:, None] - self.x[None, :]
        across = np.abs(self.y[:, None] - self.y[None, :])
        behind = along > 0
        radius = self.radius + self.spread * np.where(behind, along, 0.0)
        single = (1 - np.sqrt(1 - self.thrust)) * (self.radius / radius) ** 2
        return np.where(behind & (across < radius), single, 0.0)

    def speed(self, free):
        return free * (1 - np.sqrt((self.losses() ** 2).sum(axis=1)))

    def power(self, speed, efficiency=0.4):
        return 0.5 * AIR * np.pi * self.radius**2 * efficiency * speed**3 / 1e6


def park(seed, count=25):
    rng = np.random.default_rng(seed)
    return Park(rng.uniform(0, 4000, count), rng.uniform(0, 1500, count))


def main(free=9.0):
    wheels = park(2)
    speed = wheels.speed(free)
    print(f"mean speed {speed.mean():.6f}")
    lost = 1 - (speed**3).mean() / free**3
    print(f"power {wheels.power(speed).sum():.6f} MW, lost {lost:.6f}")
    print("worst three", np.argsort(speed, kind="stable")[:3])


main()
