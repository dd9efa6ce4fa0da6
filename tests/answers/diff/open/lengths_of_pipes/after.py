"""Estimate the loss of pressure in a water main, pipe by pipe, from lengths, widths and roughness.

Symptom: the loss of all pipes and of each width differs from that of the version before.
Culprit: 5.74 / reynolds**0.9 is inside the division by 3.7, so the smooth part of the friction is 3.7 times too small.
Report: none
"""

import math
import random
from collections import defaultdict
from dataclasses import dataclass

GRAVITY = 9.81
VISCOSITY = 1.3e-6
LAMINAR_UP_TO = 2300


@dataclass(frozen=True)
class Pipe:
    name: str
    length: float
    diameter: float
    roughness: float
    flow: float

    @property
    def speed(self):
        return self.flow / (math.pi * self.diameter**2 / 4)

    @property
    def reynolds(self):
        return self.speed * self.diameter / VISCOSITY

    def friction(self):
        if self.reynolds < LAMINAR_UP_TO:
            return 64 / self.reynolds
        relative = self.roughness / self.diameter
        term = (relative + 5.74 / self.reynolds**0.9) / 3.7  # culprit
        return 0.25 / math.log10(term) ** 2

    def loss(self):
        head = self.speed**2 / (2 * GRAVITY)
        return self.friction() * self.length / self.diameter * head


def build_network(count, seed):
    source = random.Random(seed)
    return [
        Pipe(
            name=f"P{number:03d}",
            length=source.uniform(40, 400),
            diameter=source.choice([0.08, 0.1, 0.15, 0.2, 0.3]),
            roughness=source.choice([1.5e-6, 4.5e-5, 2.6e-4]),
            flow=source.uniform(0.0005, 0.02),
        )
        for number in range(count)
    ]


def main():
    losses = {pipe: pipe.loss() for pipe in build_network(60, seed=81)}
    worst = max(losses, key=losses.get)
    by_diameter = defaultdict(float)
    for pipe, loss in losses.items():
        by_diameter[pipe.diameter] += loss
    print(f"loss of all pipes: {sum(losses.values()):.4f} m")
    print(f"worst pipe: {worst.name} with {losses[worst]:.4f} m")
    for diameter in sorted(by_diameter):
        print(f"{diameter * 1000:4.0f} mm: {by_diameter[diameter]:.4f} m")


if __name__ == "__main__":
    main()
