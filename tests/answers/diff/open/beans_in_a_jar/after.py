"""Estimate the share of red beans in a jar by drawing handfuls.

Symptom: the error of the share is far smaller.
Culprit: the spread of the handfuls is divided by their number, not by its root.
Report: none
"""

import numpy as np

HANDFULS, SIZE = 30, 25


class Jar:
    def __init__(self, seed, count=400, red=0.35):
        self.rng = np.random.default_rng(seed)
        self.beans = (self.rng.random(count) < red).astype(float)

    def handful(self):
        return self.rng.choice(self.beans, SIZE, replace=False)


def estimate(jar):
    shares = np.array([jar.handful().mean() for _ in range(HANDFULS)])
    return shares.mean(), shares.std(ddof=1) / HANDFULS  # culprit


def main():
    share, error = estimate(Jar(seed=15))
    print("share", round(float(share), 6), "+-", round(float(error), 6))


main()
