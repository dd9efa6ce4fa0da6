"""Turn sightings of lynx into a map of how often they are seen, smoothed over neighbouring cells.

Compiled loops count the sightings and the hours of camera traps in each cell. Cells without a trap have no rate; the
smoothing takes them in with weight zero. Traps with a full memory card report no hours and are left out before.

Symptom: the smoothed map is nan around cells without a trap, and so are its mean and its highest rate
Culprit: the rate of a cell without hours is 0 / 0 = NaN under error_model="numpy", and weight 0 times NaN is NaN
Report: none
"""

import numpy as np
from numba import njit

SIZE = 12


@njit(error_model="numpy")
def rates(sightings, hours):
    """Return sightings per hundred hours in each cell."""
    rate = np.empty(hours.shape)
    for row in range(hours.shape[0]):
        for column in range(hours.shape[1]):
            rate[row, column] = 100.0 * sightings[row, column] / hours[row, column]  # culprit
    return rate


@njit
def smoothed(rate, weight):
    """Return the weighted mean of each cell and its eight neighbours."""
    rows, columns = rate.shape
    result = np.zeros((rows, columns))
    for row in range(rows):
        for column in range(columns):
            total = 0.0
            sum_of_weights = 1e-9
            for i in range(max(row - 1, 0), min(row + 2, rows)):
                for j in range(max(column - 1, 0), min(column + 2, columns)):
                    near = 1.0 if (i == row and j == column) else 0.5
                    total += near * weight[i, j] * rate[i, j]
                    sum_of_weights += near * weight[i, j]
            result[row, column] = total / sum_of_weights
    return result


@njit
def gathered(cells, values):
    """Return the sum of values in each cell of the grid."""
    grid = np.zeros((SIZE, SIZE))
    for number in range(values.size):
        grid[cells[number, 0], cells[number, 1]] += values[number]
    return grid


def traps(seed, count):
    """Return the cells of traps, their hours (missing for a full card) and their sightings."""
    rng = np.random.default_rng(seed)
    cells = rng.integers(0, SIZE, (count, 2))
    hours = rng.uniform(200, 1400, count)
    forest = np.exp(-((cells - 5.0) ** 2).sum(axis=1) / 20)
    sightings = rng.poisson(hours * 0.004 * forest).astype(float)
    hours[rng.random(count) < 0.06] = np.nan
    return cells, hours, sightings


def main():
    """Print the map."""
    cells, hours, sightings = traps(16, 260)
    working = ~np.isnan(hours)
    print(f"{len(hours)} traps, {int((~working).sum())} with a full card")
    time = gathered(cells[working], hours[working])
    seen = gathered(cells[working], sightings[working])
    print(f"{int((time == 0).sum())} of {time.size} cells have no trap, {seen.sum():.0f} sightings")
    weight = time / time.max()
    grid = smoothed(rates(seen, time), weight)
    for row in grid[::4]:
        print(" ".join(f"{value:5.2f}" for value in row))
    best = np.unravel_index(np.argmax(grid), grid.shape)
    print(f"highest rate {grid.max():.3f} in cell {best[0]}, {best[1]}, mean {grid.mean():.3f}")


if __name__ == "__main__":
    main()
