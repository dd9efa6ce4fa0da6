"""Rank javelin throwers by their steadiness, with a compiled loop over all throws of a season.

Symptom: the spread of one thrower is nan, and with it the mean spread of the club.
Culprit: a thrower with a single valid throw is divided by her number of throws less one, 0 / 0.
Report: none
"""

import numpy as np
from numba import njit

FOUL = -1.0
NAMES = ["Ada", "Berit", "Chiara", "Dana", "Elif"]


@njit(error_model="numpy")
def moments(athlete, metres, number):
    """Return the count, mean and sum of squared distances from the mean, after Welford."""
    count = np.zeros(number)
    mean = np.zeros(number)
    squares = np.zeros(number)
    for i in range(metres.size):
        if metres[i] == FOUL:
            continue
        who = athlete[i]
        count[who] += 1.0
        delta = metres[i] - mean[who]
        mean[who] += delta / count[who]
        squares[who] += delta * (metres[i] - mean[who])
    return count, mean, squares


@njit(error_model="numpy")
def spread(count, squares):
    result = np.empty(count.size)
    for who in range(count.size):
        result[who] = np.sqrt(squares[who] / (count[who] - 1.0))  # culprit
    return result


def season():
    rng = np.random.default_rng(9)
    athlete = np.repeat(np.arange(5), [18, 24, 6, 12, 18])
    metres = rng.normal(np.array([58.0, 61.0, 55.0, 49.0, 63.0])[athlete], 2.5)
    metres[rng.random(metres.size) < 0.2] = FOUL
    chiara = np.flatnonzero(athlete == 2)
    metres[chiara] = FOUL
    metres[chiara[2]] = 54.3  # she was injured in her first competition
    order = rng.permutation(metres.size)
    return athlete[order], metres[order]


def main():
    athlete, metres = season()
    count, mean, squares = moments(athlete, metres, len(NAMES))
    steadiness = spread(count, squares)
    for who in np.argsort(-mean):
        print(f"{NAMES[who]:7s} {count[who]:3.0f} throws, {mean[who]:6.2f} m +- {steadiness[who]:.2f}")
    print(f"club: {steadiness.mean():.3f} m")


main()
