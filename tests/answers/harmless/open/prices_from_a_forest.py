"""Estimate the price of flats with a forest that is grown in several threads.

Symptom: none
Culprit: none
Tempts: `check-determinism` and `diff` could accuse the order in which the threads finish their trees.
Report: none
"""

import argparse

import numpy as np
from sklearn.ensemble import ExtraTreesRegressor
from sklearn.inspection import permutation_importance
from sklearn.metrics import r2_score
from sklearn.model_selection import train_test_split

NAMES = ("size", "floor", "year", "noise")


def flats(rng, number):
    """Return the properties of flats and their price in thousands of euros."""
    size = rng.uniform(25.0, 140.0, size=number)
    floor = rng.integers(0, 8, size=number)
    year = rng.integers(1900, 2025, size=number)
    noise = rng.uniform(35.0, 75.0, size=number)
    price = 3.2 * size + 6.0 * floor + 0.7 * (year - 1900) - 1.5 * noise + rng.normal(0.0, 12.0, number)
    return np.column_stack([size, floor, year, noise]), price


def grow(features, price, threads):
    """Grow the trees in threads: each has a seed of its own, so their order does not matter."""
    forest = ExtraTreesRegressor(n_estimators=60, min_samples_leaf=2, random_state=4, n_jobs=threads)
    forest.fit(features, price)
    return forest.set_params(n_jobs=1)  # one thread adds up the answers, always in the same order


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--threads", type=int, default=2)
    arguments = parser.parse_args()
    features, price = flats(np.random.default_rng(60), number=500)
    train, test, train_price, test_price = train_test_split(features, price, random_state=0)
    forest = grow(train, train_price, arguments.threads)
    print(f"explained on unseen flats: {r2_score(test_price, forest.predict(test)):.4f}")
    lost = permutation_importance(forest, test, test_price, n_repeats=3, random_state=0).importances_mean
    for column in np.argsort(lost)[::-1]:
        print(f"{NAMES[column]:6s} {lost[column]:.4f}")


if __name__ == "__main__":
    main()
