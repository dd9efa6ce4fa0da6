"""Simulate how the scent of a lily spreads in a greenhouse, with compiled loops and walls that let nothing through.

Cells of walls are NaN in the printed map only. The steps use differences of large numbers in double precision; the
total scent is kept to rounding, which is checked with a tolerance. Reciprocals of an infinite resistance are zero.

Symptom: none
Culprit: none
Tempts: `nan` could accuse the walls of the map and 1 / inf, `precision` the total that is kept only to rounding
Report: none
"""

import numpy as np
from numba import njit

ROWS, COLUMNS = 24, 36
STEP = 0.2


def house():
    """Return the resistance of each cell: 1 for air, 4 for plants, infinite for walls."""
    resistance = np.ones((ROWS, COLUMNS))
    resistance[6:18, 10:14] = 4.0
    resistance[[0, -1], :] = np.inf
    resistance[:, [0, -1]] = np.inf
    resistance[8:, 22] = np.inf
    return resistance


def conductances(resistance):
    """Return how easily scent passes to the right and down: 0 at walls, where the resistance is infinite."""
    right = 2.0 / (resistance[:, :-1] + resistance[:, 1:])
    down = 2.0 / (resistance[:-1, :] + resistance[1:, :])
    return right, down


@njit
def spread(scent, right, down, steps):
    """Return the scent after some steps."""
    rows, columns = scent.shape
    for _ in range(steps):
        change = np.zeros((rows, columns))
        for row in range(rows):
            for column in range(columns - 1):
                flow = right[row, column] * (scent[row, column] - scent[row, column + 1])
                change[row, column] -= flow
                change[row, column + 1] += flow
        for row in range(rows - 1):
            for column in range(columns):
                flow = down[row, column] * (scent[row, column] - scent[row + 1, column])
                change[row, column] -= flow
                change[row + 1, column] += flow
        scent = scent + STEP * change
    return scent


@njit
def first_arrival(scent, right, down, row, column, limit, longest):
    """Return after how many blocks of ten steps a cell smells, infinity if it never does."""
    for block in range(longest):
        if scent[row, column] > limit:
            return float(block)
        scent = spread(scent, right, down, 10)
    return np.inf


def main():
    """Print the map, the total and the arrivals."""
    resistance = house()
    right, down = conductances(resistance)
    lily = np.zeros((ROWS, COLUMNS))
    lily[12, 5] = 1000.0
    later = spread(lily, right, down, 800)
    print(f"total kept to rounding: {bool(abs(later.sum() - 1000.0) < 1e-8)}")
    shown = np.where(np.isinf(resistance), np.nan, later)
    for row in shown[2::5]:
        print(" ".join("  wall" if np.isnan(value) else f"{value:6.3f}" for value in row[2::5]))
    print(f"strongest smell {np.nanmax(shown):.2f}, weakest {np.nanmin(shown):.4f}")
    for name, (row, column) in {
        "door": (20, 10),
        "bench": (4, 30),
        "shed": (20, 34),
        "wall": (15, 22),
    }.items():
        blocks = first_arrival(lily, right, down, row, column, 0.01, 150)
        print(f"{name:<6} {'never' if np.isinf(blocks) else f'after {10 * blocks:.0f} steps'}")


if __name__ == "__main__":
    main()
