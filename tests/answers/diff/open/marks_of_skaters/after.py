"""Standardise the marks of skaters by judge and rank them.

Symptom: the winner has more points than before, the last fewer.
Culprit: NumPy divides by n where pandas divided by n - 1.
Report: pandas-dev/pandas#47903
"""

import numpy as np

WEIGHTS = np.array([0.5, 0.3, 0.2])


def contest(count, seed):
    rng = np.random.default_rng(seed)
    return rng.normal([6.0, 7.5, 5.0], [1.0, 0.4, 1.6], (count, 3))


def standardised(marks):
    return (marks - marks.mean(axis=0)) / marks.std(axis=0)  # culprit


def points(marks):
    return 100 + 15 * standardised(marks) @ WEIGHTS


def main():
    final = points(contest(14, seed=33))
    order = np.argsort(final)
    for place, at in (("winner", order[-1]), ("last", order[0])):
        print(place, f"skater {at}", round(float(final[at]), 5))


main()
