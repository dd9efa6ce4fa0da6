"""Count by compiled parallel loops how many ships pass each mile of a sound and how long they wait.

Symptom: none
Culprit: none
Tempts: `diff` could accuse the parallel loop; each row is written by one thread, and the total is of whole numbers.
Report: none
"""

import numpy as np
from numba import njit, prange


@njit(parallel=True)
def passages(miles, starts, speeds, steps):
    """Return how many ships are in each mile, summed over all minutes."""
    counts = np.zeros(miles, dtype=np.int64)
    for mile in prange(miles):
        seen = 0
        for ship in range(len(starts)):
            for step in range(steps):
                if int(starts[ship] + speeds[ship] * step) == mile:
                    seen += 1
        counts[mile] = seen
    return counts


@njit(parallel=True)
def in_the_sound(counts):
    total = 0
    for mile in prange(len(counts)):
        total += counts[mile]
    return total


def traffic(ships, seed):
    rng = np.random.default_rng(seed)
    return rng.uniform(0, 8, ships), rng.uniform(0.1, 0.4, ships)


def main():
    starts, speeds = traffic(50, seed=73)
    counts = passages(20, starts, speeds, 60)
    print("ship minutes by mile:", counts)
    print(f"all {in_the_sound(counts)}, mean {counts.mean():.2f}, busiest mile {counts.argmax()}")


if __name__ == "__main__":
    main()
