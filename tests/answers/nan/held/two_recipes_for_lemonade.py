"""Ask visitors of six fairs to give one of two lemonades up to five points, and test which one they like better.

The test is that of Mann and Whitney with a correction for ties.

Symptom: the fair with the most visitors has z = nan, and so has the verdict over all fairs.
Culprit: visitors are counted in 32 bits; at the largest fair the product in the variance passes 2**31 and is negative.
Report: scipy/scipy#4017 (the variance of the Mann-Whitney test is negative for large samples)
"""

import numpy as np
from scipy import stats

FAIRS = ["Thun", "Chur", "Brig", "Olten", "Basel", "Vevey"]
VISITORS = [410, 260, 180, 890, 2350, 530]
POINTS = 5


def answers(rng):
    """Return the fair, the recipe and the points of each visitor."""
    fair = np.repeat(np.arange(len(FAIRS)), VISITORS)
    recipe = rng.integers(0, 2, fair.size)
    taste = rng.normal(3.1 + 0.14 * recipe + 0.05 * fair, 1.1)
    return fair, recipe, np.clip(np.round(taste), 1, POINTS).astype(np.uint8)


def count(shape, *places):
    """Return how often each place occurs."""
    table = np.zeros(shape, dtype=np.int32)  # culprit
    np.add.at(table, places, 1)
    return table


def ranks(ballots):
    """Return the mean rank of each number of points."""
    below = np.cumsum(ballots) - ballots
    return below + (ballots + 1.0) / 2.0


def statistic(chosen):
    """Return U of the second recipe, given the ballots of recipe and points."""
    mean_rank = ranks(chosen.sum(axis=0))
    number = chosen[1].sum()
    return np.sum(chosen[1] * mean_rank) - number * (number + 1) / 2


def ties(ballots):
    share = ballots / ballots.sum()
    return 1.0 - np.sum(share**3)


def tests(ballots, groups):
    """Return z of each fair."""
    first, second = groups[:, 0], groups[:, 1]
    expected = first / 2 * second
    spread = np.sqrt(first * second * (first + second + 1) / 12)  # culprit, too
    u = np.array([statistic(chosen) for chosen in ballots])
    correction = np.sqrt([ties(chosen.sum(axis=0)) for chosen in ballots])
    return (u - expected) / (spread * correction)


def main():
    fair, recipe, points = answers(np.random.default_rng(1903))
    ballots = count((len(FAIRS), 2, POINTS), fair, recipe, points - 1)
    groups = count((len(FAIRS), 2), fair, recipe)
    z = tests(ballots, groups)
    for name, number, value in zip(FAIRS, groups, z, strict=True):
        print(
            f"{name:6s} {number[0]:5d} {number[1]:5d}  z {value:7.3f}  p {2 * stats.norm.sf(abs(value)):.4f}"
        )
    weight = np.sqrt(groups.sum(axis=1))
    together = np.sum(weight * z) / np.sqrt(np.sum(weight**2))
    print(f"together: z {together:.3f}, the second recipe is liked better: {together > 1.96}")


if __name__ == "__main__":
    main()
