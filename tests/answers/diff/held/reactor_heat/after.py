"""Simulates the temperature along a rod that is heated at one end.

Symptom: none
Culprit: none: equal
Report: none
"""

import numpy as np


class Rod:
    """A rod heated at the left end and losing heat along its length."""

    def __init__(self, nodes=41, hot=180.0, ambient=20.0):
        self.ambient = ambient
        self.temperature = np.full(nodes, ambient)
        self.temperature[0] = hot

    def step(self, number, cooling):
        old = self.temperature
        new = old.copy()
        inner = old[1:-1]
        new[1:-1] = inner + number * (old[2:] - 2 * inner + old[:-2])
        new[1:-1] -= cooling * (inner - self.ambient)
        new[-1] = new[-2]
        self.temperature = new

    def run(self, steps, number=0.4, cooling=0.002):
        for _ in range(steps):
            self.step(number, cooling)
        return self.temperature


def main():
    temperature = Rod().run(1500)
    print(f"middle: {temperature[temperature.size // 2]:.4f} C")
    print(f"end: {temperature[-1]:.4f} C")
    print(f"mean: {temperature.mean():.4f} C")
    print(f"nodes above 100 C: {np.count_nonzero(temperature > 100.0)}")


if __name__ == "__main__":
    main()
