"""Count the visitors of a market on a grid from the positions of their phones and find the busiest places.

Symptom: without the slow loop the total time is much smaller, and other places are the busiest.
Culprit: += with an index array adds only once for each place, however often the place occurs in the index.
Report: none
"""

from dataclasses import dataclass

import numpy as np

WIDTH, HEIGHT = 40.0, 25.0
CELL = (2.0, 2.5)


@dataclass(frozen=True)
class Phones:
    x: np.ndarray
    y: np.ndarray
    stay: np.ndarray

    @classmethod
    def simulated(cls, number, seed=64):
        rng = np.random.default_rng(seed)
        half = number // 2
        x = np.concatenate([rng.normal(18, 3, half), rng.uniform(0, WIDTH, half)])
        y = np.concatenate([rng.normal(9, 2, half), rng.uniform(0, HEIGHT, half)])
        return cls(x, y, rng.exponential(4.0, number))

    def on_the_market(self):
        inside = (self.x >= 0) & (self.x < WIDTH) & (self.y >= 0) & (self.y < HEIGHT)
        return Phones(self.x[inside], self.y[inside], self.stay[inside])


class Grid:
    def __init__(self, cell=CELL):
        self.cell = cell
        self.shape = (int(HEIGHT // cell[1]), int(WIDTH // cell[0]))
        self.minutes = np.zeros(self.shape)

    def add(self, phones):
        column = np.floor_divide(phones.x, self.cell[0]).astype(np.intp)
        row = np.floor_divide(phones.y, self.cell[1]).astype(np.intp)
        self.minutes[row, column] += phones.stay  # culprit
        return self

    @property
    def share(self):
        return self.minutes / self.minutes.sum()

    def busiest(self, number):
        flat = np.argsort(-self.share, axis=None)[:number]
        return zip(*np.unravel_index(flat, self.shape), strict=True)


def main():
    grid = Grid().add(Phones.simulated(4000).on_the_market())
    share = grid.share
    for r, c in grid.busiest(3):
        print(f"stall {r:2d}/{c:2d}: {100 * share[r, c]:.4f} percent of the time")
    print(f"evenness {1 / np.square(share).sum():.4f}, total {grid.minutes.sum():.3f} minutes")


if __name__ == "__main__":
    main()
