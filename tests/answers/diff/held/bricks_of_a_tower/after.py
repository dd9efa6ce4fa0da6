"""Weigh the bricks of a tower floor by floor and find its centre of mass.

Symptom: none.
Culprit: none: equal; a class for a floor, the sums in the same order.
Report: none
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

FLOORS = 30
HEIGHT = 0.25
TYPICAL = 3.2


@dataclass(frozen=True)
class Floor:
    number: int
    weight: np.ndarray
    x: np.ndarray
    y: np.ndarray

    @property
    def z(self) -> float:
        return HEIGHT * self.number + HEIGHT / 2

    def moments(self) -> np.ndarray:
        along = (self.weight * self.x).sum()
        across = (self.weight * self.y).sum()
        up = (self.weight * self.z).sum()
        return np.array([along, across, up])

    def is_heavy(self, typical: float = TYPICAL) -> bool:
        return bool(self.weight.mean() > typical)


def build(rng: np.random.Generator, floors: int = FLOORS) -> Iterator[Floor]:
    for number in range(floors):
        count = 40 - number
        narrow = 1 - number / 60
        weight = rng.normal(TYPICAL, 0.1, size=count)
        x = rng.uniform(-1, 1, size=count) * narrow
        y = rng.uniform(-1, 1, size=count) * narrow
        yield Floor(number, weight, x, y)


def centre(tower: list[Floor]) -> tuple[float, np.ndarray]:
    total, moment = 0.0, np.zeros(3)
    for floor in tower:
        total += floor.weight.sum()
        moment += floor.moments()
    return total, moment / total


def main() -> None:
    tower = list(build(np.random.default_rng(5)))
    total, place = centre(tower)
    print(f"mass {total:.6f} kg")
    print("centre " + " ".join(f"{value:.8f}" for value in place) + " m")
    print("heavy floors:", [floor.number for floor in tower if floor.is_heavy()])


if __name__ == "__main__":
    main()
