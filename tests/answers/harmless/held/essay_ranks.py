"""Compare two graders of a writing contest by the ranks they give.

Symptom: none
Culprit: none
Tempts: a question could accuse this: argsort twice for ranks, once for the podium (twin of binder_ranks).
Report: none
"""

import numpy as np
from scipy.stats import spearmanr


def grades(n=35, seed=38):
    rng = np.random.default_rng(seed)
    quality = rng.normal(60, 12, n)
    return quality + rng.normal(0, 5, n), quality + rng.normal(0, 9, n)


def ranks(score):
    return np.argsort(np.argsort(-score)) + 1


def podium(score, k=3):
    return np.argsort(-score)[:k]


def rank_correlation(a, b):
    d = ranks(a) - ranks(b)
    n = len(d)
    return 1 - 6 * (d**2).sum() / (n * (n**2 - 1))


def main():
    first, second = grades()
    print("podium of the first grader: ", podium(first))
    print("podium of the second grader:", podium(second))
    shift = np.abs(ranks(first) - ranks(second))
    print("largest rank shift:", shift.max())
    print("scipy agrees:", bool(np.isclose(spearmanr(first, second)[0], rank_correlation(first, second))))
    print(f"rank correlation {rank_correlation(first, second):.4f}")


main()
