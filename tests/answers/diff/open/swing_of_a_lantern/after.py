"""Follow a lantern that swings in the wind, by the midpoint rule.

Symptom: less energy at the end, and fewer crossings
Culprit: the middle of a step is computed with the whole step
Report: none
"""

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Lantern:
    length: float = 1.6
    drag: float = 0.08
    gravity: float = 9.81

    def slope(self, state, time):
        angle, speed = state
        wind = 0.4 * np.sin(1.3 * time)
        return np.array([speed, -self.gravity / self.length * np.sin(angle) - self.drag * speed + wind])

    def energy(self, state):
        moving = 0.5 * (self.length * state[1]) ** 2
        return moving + self.gravity * self.length * (1 - np.cos(state[0]))


class Midpoint:
    def __init__(self, slope, dt):
        self.slope = slope
        self.dt = dt

    def middle(self, state, time):
        return state + self.dt * self.slope(state, time)  # culprit

    def step(self, state, time):
        return state + self.dt * self.slope(self.middle(state, time), time + self.dt / 2)

    def run(self, state, steps):
        states = np.empty((steps, len(state)))
        for number in range(steps):
            state = self.step(state, number * self.dt)
            states[number] = state
        return states


def main():
    lantern = Lantern()
    states = Midpoint(lantern.slope, 0.02).run(np.array([0.5, 0.0]), 1500)
    angles = states[:, 0]
    print(f"largest angle {np.abs(angles).max():.6f}")
    print(f"at the end {angles[-1]:.6f}")
    print(f"energy {lantern.energy(states[-1]):.6f}")
    print(f"crossings {np.count_nonzero(np.diff(np.sign(angles)))}")


main()
