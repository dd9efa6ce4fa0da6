"""Find which tunes two fiddlers have in common, though each plays them at a pace of his own.

Symptom: none
Culprit: none
Tempts: `nan` could accuse the infinite border of the table of costs and cells without a way; no minimum takes them.
Report: none
"""

import numpy as np
from numba import njit


@njit
def warped(one, other, band):
    """Return the least cost of laying one tune on the other, within a band around the diagonal."""
    rows, columns = one.size, other.size
    cost = np.empty((rows + 1, columns + 1))
    cost[:] = np.inf
    cost[0, 0] = 0.0
    for i in range(1, rows + 1):
        middle = i * columns // rows
        for j in range(max(1, middle - band), min(columns, middle + band) + 1):
            step = abs(one[i - 1] - other[j - 1])
            cost[i, j] = step + min(cost[i - 1, j], cost[i, j - 1], cost[i - 1, j - 1])
    return cost[rows, columns] / (rows + columns)


@njit
def table_of_costs(tunes, lengths, others, other_lengths, band):
    costs = np.full((len(lengths), len(other_lengths)), np.inf)
    for a in range(len(lengths)):
        for b in range(len(other_lengths)):
            if abs(lengths[a] - other_lengths[b]) <= 2 * band:
                costs[a, b] = warped(tunes[a, : lengths[a]], others[b, : other_lengths[b]], band)
    return costs


def played(rng, tune, pace):
    """Return the tune at another pace, with a few notes out of tune."""
    place = np.clip(np.cumsum(rng.uniform(0.5, 1.5, int(tune.size * pace))), 0, None)
    place = (place / place[-1] * (tune.size - 1)).astype(int)
    return tune[place] + rng.normal(0.0, 0.3, place.size)


def padded(tunes):
    """Return tunes of different lengths as one array, and their lengths; NaN stands after the end."""
    lengths = np.array([tune.size for tune in tunes])
    table = np.full((len(tunes), lengths.max()), np.nan)
    for row, tune in zip(table, tunes, strict=True):
        row[: tune.size] = tune
    return table, lengths


def main():
    rng = np.random.default_rng(70)
    known = [
        np.cumsum(rng.choice([-2, -1, 1, 2, 4, -4], rng.integers(30, 60))).astype(float) for _ in range(9)
    ]
    first = [played(rng, tune, 1.0) for tune in known[:7]]
    second = [played(rng, tune, 1.15) for tune in known[2:]]
    costs = table_of_costs(*padded(first), *padded(second), 10)
    compared = np.isfinite(costs)
    print(f"{np.count_nonzero(compared)} of {costs.size} pairs have lengths that fit")
    for number, row in enumerate(costs):
        if not np.isfinite(row).any():
            print(f"tune {number}: nothing of this length")
            continue
        best = row.argmin()
        found = f"is tune {best} of the other" if row[best] < 0.4 else "is the first fiddler's alone"
        print(f"tune {number}: {found} ({row[best]:.4f})")
    print(f"mean cost {costs[compared].mean():.4f}")


if __name__ == "__main__":
    main()
