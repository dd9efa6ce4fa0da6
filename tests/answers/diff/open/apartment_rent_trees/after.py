"""Predict apartment rents with boosted trees and check single districts.

Prints the error by district, the importance of the features and a price.

Symptom: the error grows in all districts and the price of the example differs
Culprit: the training part is order[:175] (n minus 525) instead of order[:525], the test part of 175 rows is unchanged.
Report: none
"""

from typing import NamedTuple

import numpy as np
from sklearn.ensemble import GradientBoostingRegressor
from sklearn.metrics import mean_absolute_error

NAMES = ("area", "rooms", "floor", "age", "distance", "balcony", "district")
LEVELS = np.array([10.5, 12.0, 13.5, 9.0])


class Flats(NamedTuple):
    x: np.ndarray
    rent: np.ndarray

    def take(self, index):
        return Flats(self.x[index], self.rent[index])


def simulate(rng, n):
    area = rng.gamma(9.0, 8.0, n)
    rooms = np.clip(np.round(area / 26 + rng.normal(0, 0.5, n)), 1, 6)
    floor = rng.integers(0, 8, n)
    age = rng.integers(0, 110, n)
    distance = rng.exponential(4.0, n)
    balcony = rng.integers(0, 2, n)
    district = rng.integers(0, LEVELS.size, n)
    base = area * LEVELS[district] - 18 * distance - 0.9 * age + 40 * balcony
    rent = base + rng.normal(0, 45, n)
    return Flats(np.column_stack([area, rooms, floor, age, distance, balcony, district]), rent)


def split(flats, rng, share=0.75):
    n = len(flats.rent)
    order = rng.permutation(n)
    held_out = n - int(share * n)
    return flats.take(order[:held_out]), flats.take(order[-held_out:])  # culprit


def by_district(flats, guess):
    district = flats.x[:, NAMES.index("district")]
    for d in range(LEVELS.size):
        here = district == d
        yield d, mean_absolute_error(flats.rent[here], guess[here])


def main():
    rng = np.random.default_rng(23)
    train, test = split(simulate(rng, 700), rng)
    model = GradientBoostingRegressor(n_estimators=120, max_depth=3, random_state=0)
    guess = model.fit(*train).predict(test.x)
    print("error: %.4f" % mean_absolute_error(test.rent, guess))
    for d, error in by_district(test, guess):
        print("  district %d: %.4f" % (d, error))
    for name, value in zip(NAMES, model.feature_importances_):
        print("  %-9s %.4f" % (name, value))
    example = dict(area=68.0, rooms=3, floor=2, age=25, distance=3.1, balcony=1, district=2)
    print("example: %.2f" % model.predict([[example[k] for k in NAMES]])[0])


if __name__ == "__main__":
    main()
