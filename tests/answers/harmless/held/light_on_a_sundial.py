"""Estimate how much light reaches a sundial under a tree, in float32 and by random rays.

Rays from the sky are drawn with a seed; leaves are discs. The same rays are traced in single and in double precision:
the few rays that graze a leaf may differ, which the report says. The sums are kept in double precision.

Symptom: none
Culprit: none
Tempts: `precision` and `diff` could accuse single precision, whose error is a hundredth of the noise of the rays
Report: none
"""

import numpy as np

RAYS = 40_000


def directions(rng, count):
    """Return unit vectors (count, 3) of an evenly bright sky, steeper rays more often."""
    turn = rng.uniform(0, 2 * np.pi, count)
    radius = np.sqrt(rng.uniform(0, 1, count))
    return np.column_stack([radius * np.cos(turn), radius * np.sin(turn), np.sqrt(1 - radius**2)])


def crown(rng, leaves):
    """Return centres (leaves, 3) and radii (leaves,) of the leaves, in metres."""
    centres = rng.normal([0.6, 0.0, 3.0], [0.8, 0.8, 0.4], (leaves, 3))
    return centres, rng.uniform(0.04, 0.12, leaves)


def reaches(rays, centres, radii):
    """Return which rays from the origin pass all the leaves, which lie level."""
    free = np.ones(len(rays), dtype=bool)
    slopes = rays[:, :2] / np.maximum(rays[:, 2:], np.finfo(rays.dtype).tiny)
    for centre, radius in zip(centres, radii, strict=True):
        offset = slopes * centre[2] - centre[:2]
        free &= (offset * offset).sum(axis=1) > radius * radius
    return free


def share_with_error(free):
    """Return the share of free rays and its standard error."""
    share = free.mean(dtype=np.float64)
    return share, np.sqrt(share * (1 - share) / free.size)


def hours_of_sun(rng, share, days=365):
    """Return sunny hours of a year's days and the hours left under the tree."""
    clear = rng.beta(1.4, 1.1, days)
    hours = (12 + 4 * np.sin(2 * np.pi * np.arange(days) / 365)) * clear
    return hours.sum(), (hours * share).astype(np.float32).sum(dtype=np.float64)


def main():
    """Trace the rays in both precisions and print the report."""
    rng = np.random.default_rng(31)
    rays = directions(rng, RAYS)
    centres, radii = crown(rng, 120)
    double = reaches(rays, centres, radii)
    single = reaches(rays.astype(np.float32), centres.astype(np.float32), radii.astype(np.float32))
    share, error = share_with_error(double)
    share32, _ = share_with_error(single)
    print(f"light in double precision: {share:.3f} +- {error:.3f}")
    print(f"light in single precision: {share32:.3f}")
    print(f"fewer than 1 ray in 1000 differs: {bool((double != single).mean() < 1e-3)}")
    total, under = hours_of_sun(rng, share)
    print(f"hours of sun in the open {total:.0f}, under the tree {under:.0f}")


if __name__ == "__main__":
    main()
