"""Summarise the dives that depth loggers on cormorants recorded.

A logger writes a depth a second. Seconds in which the sensor was out of order are NaN; the loops below pass over them.
For each bird the script gives the deepest point, the mean depth under water and the work against buoyancy.

Symptom: the mean depth is nan for the two birds whose logger had gaps
Culprit: fastmath lets the compiler assume that no value is NaN, so the test for gaps is removed from the loops
Report: numba/numba#2919 (isnan is always false under fastmath)
"""

import numpy as np
from numba import njit

SURFACE = 0.3  # metres: shallower is at the surface


@njit(fastmath=True)  # culprit
def mean_depth(depths):
    """Return the mean depth under water in metres, passing over gaps."""
    total = 0.0
    seconds = 0
    for depth in depths:
        if np.isnan(depth):
            continue
        total += depth
        seconds += 1
    return total / seconds


@njit
def work(depths, buoyancy):
    """Return the work in joules against a buoyancy in newtons, from second to second without gaps."""
    total = 0.0
    for second in range(1, depths.size):
        step = depths[second] - depths[second - 1]
        if not np.isnan(step) and step > 0:
            total += step * buoyancy
    return total


def dive(rng, bottom):
    """Return the depths of one dive: down, along the bottom, up, and a rest."""
    down = np.linspace(0, bottom, int(bottom / 1.4))
    along = bottom + rng.normal(0, 0.3, rng.integers(10, 25))
    return np.concatenate([down, along, down[::-1], np.zeros(rng.integers(20, 40))])


def logger(seed, dives, gap_share):
    """Return the depths that a logger wrote, with gaps."""
    rng = np.random.default_rng(seed)
    depths = np.concatenate([dive(rng, rng.uniform(6, 22)) for _ in range(dives)])
    depths[rng.random(depths.size) < gap_share] = np.nan
    return depths


def main():
    """Print one line a bird and the flock's mean."""
    means = []
    for bird, seed, dives, gap_share in [("A17", 1, 30, 0.0), ("B02", 2, 22, 0.03), ("C44", 3, 41, 0.01)]:
        depths = logger(seed, dives, gap_share)
        under = depths[~(depths < SURFACE)]
        mean = mean_depth(under)
        means.append(mean)
        gaps = int(np.isnan(depths).sum())
        print(
            f"{bird}: {dives} dives, {gaps} gaps, deepest {np.nanmax(depths):.1f} m, "
            f"mean {mean:.2f} m, work {work(depths, 6.5) / 1000:.2f} kJ"
        )
    print(f"flock: mean {np.mean(means):.2f} m")


if __name__ == "__main__":
    main()
