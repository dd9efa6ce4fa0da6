"""Smoothed passenger load of a bus line by exponential averaging of stop counts.

Symptom: The last number is another one.
Culprit: Refactoring to a dataclass: zeros_like of an integer array truncates the smoothed values.
Report: numpy/numpy#16578
"""

from dataclasses import dataclass

import numpy as np


@dataclass
class LoadModel:
    alpha: float = 0.12
    limit: float = 4.0

    def smooth(self, counts):
        load = np.zeros_like(counts)  # culprit
        load[0] = counts[0]
        for k in range(1, len(counts)):
            load[k] = (1 - self.alpha) * load[k - 1] + self.alpha * counts[k]
        return load

    def crowded(self, load):
        return int(np.count_nonzero(load > self.limit))


def demand(hour):
    morning = 6.0 * np.exp(-(((hour - 8) / 1.2) ** 2))
    evening = 4.0 * np.exp(-(((hour - 17.5) / 1.6) ** 2))
    return 1.5 + morning + evening


def boardings(n=300, seed=10):
    rng = np.random.default_rng(seed)
    return rng.poisson(demand(np.linspace(5, 23, n)))


def main():
    counts = boardings()
    model = LoadModel()
    load = model.smooth(counts)
    print(f"stops: {counts.size}, boardings: {counts.sum()}")
    print(f"peak load: {load.max():.3f}")
    print(f"mean load: {load.mean():.3f}, crowded stops: {model.crowded(load)}")


if __name__ == "__main__":
    main()
