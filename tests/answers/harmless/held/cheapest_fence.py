"""Find the fence that encloses a wanted area for the least money, with open bounds.

Symptom: none
Culprit: none
Tempts: `nan` could accuse the bounds inf and the penalty inf for a corner that does not exist; both are only compared.
Report: none
"""

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, NonlinearConstraint, minimize

PRICES = np.array([34.0, 21.0, 21.0, 48.0])  # euros for a metre: road, left, right, stream
AREA = 900.0
NO_LIMIT = np.inf


def sides(shape):
    width, depth, slant = shape
    return np.array([width, np.hypot(depth, slant), np.hypot(depth, slant), width - 2 * slant])


def cost(shape):
    return PRICES @ sides(shape)


def area(shape):
    width, depth, slant = shape
    return depth * (width - slant)


def coarse_start(step=8):
    """Try a few shapes; what can't be built costs infinitely much."""
    grid = np.stack(
        np.meshgrid(*[np.linspace(2.0, 60.0, step)] * 2, np.linspace(-10, 10, 5), indexing="ij"), axis=-1
    )
    table = np.full(grid.shape[:-1], np.inf)
    for index in np.ndindex(table.shape):
        shape = grid[index]
        if area(shape) >= AREA and sides(shape).min() > 0:
            table[index] = cost(shape)
    best = np.unravel_index(np.argmin(table), table.shape)
    return grid[best], np.isfinite(table).mean()


def main():
    start, share = coarse_start()
    print(f"{100 * share:.1f} percent of the shapes can be built, best costs {cost(start):.2f}")
    result = minimize(
        cost,
        start,
        method="SLSQP",
        bounds=Bounds([1.0, 1.0, -np.inf], [NO_LIMIT, NO_LIMIT, np.inf]),
        constraints=[
            NonlinearConstraint(area, AREA, NO_LIMIT),
            LinearConstraint([[1.0, 0.0, -2.0]], 0.5, np.inf),
        ],
    )
    width, depth, slant = result.x
    print(f"width {width:.2f} m, depth {depth:.2f} m, slant {slant:.2f} m")
    print(f"cost {result.fun:.2f} euros for {area(result.x):.1f} square metres")


if __name__ == "__main__":
    main()
