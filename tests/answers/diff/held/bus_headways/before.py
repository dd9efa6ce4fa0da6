"""Smoothed passenger load of a bus line by exponential averaging of stop counts."""

import numpy as np

ALPHA = 0.12


def boardings(n=300, seed=10):
    rng = np.random.default_rng(seed)
    hour = np.linspace(5, 23, n)
    mean = 1.5 + 6.0 * np.exp(-(((hour - 8) / 1.2) ** 2)) + 4.0 * np.exp(-(((hour - 17.5) / 1.6) ** 2))
    return rng.poisson(mean)


def smoothed(counts):
    values = []
    level = float(counts[0])
    for c in counts:
        level = level + ALPHA * (c - level)
        values.append(level)
    return np.array(values)


def main():
    counts = boardings()
    load = smoothed(counts)
    crowded = 0
    for value in load:
        if value > 4.0:
            crowded += 1
    print(f"stops: {len(counts)}, boardings: {counts.sum()}")
    print(f"peak load: {load.max():.3f}")
    print(f"mean load: {load.mean():.3f}, crowded stops: {crowded}")


if __name__ == "__main__":
    main()
