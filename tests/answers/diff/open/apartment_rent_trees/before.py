"""Predict apartment rents with boosted trees and check single districts.

Prints the error by district, the importance of the features and a price.
"""

import numpy as np
from sklearn.ensemble import GradientBoostingRegressor
from sklearn.metrics import mean_absolute_error

NAMES = ["area", "rooms", "floor", "age", "distance", "balcony"]


def main():
    rng = np.random.default_rng(23)
    n = 700
    area = rng.gamma(9.0, 8.0, n)
    rooms = np.clip(np.round(area / 26 + rng.normal(0, 0.5, n)), 1, 6)
    floor = rng.integers(0, 8, n)
    age = rng.integers(0, 110, n)
    distance = rng.exponential(4.0, n)
    balcony = rng.integers(0, 2, n)
    district = rng.integers(0, 4, n)
    level = np.array([10.5, 12.0, 13.5, 9.0])[district]
    rent = area * level - 18 * distance - 0.9 * age + 40 * balcony + rng.normal(0, 45, n)
    x = np.column_stack([area, rooms, floor, age, distance, balcony, district])
    order = rng.permutation(n)
    cut = int(0.75 * n)
    train, test = order[:cut], order[cut:]
    model = GradientBoostingRegressor(n_estimators=120, max_depth=3, random_state=0)
    model.fit(x[train], rent[train])
    guess = model.predict(x[test])
    print("error: %.4f" % mean_absolute_error(rent[test], guess))
    for d in range(4):
        here = district[test] == d
        print("  district %d: %.4f" % (d, mean_absolute_error(rent[test][here], guess[here])))
    for name, value in zip(NAMES + ["district"], model.feature_importances_):
        print("  %-9s %.4f" % (name, value))
    flat = np.array([[68.0, 3, 2, 25, 3.1, 1, 2]])
    print("example: %.2f" % model.predict(flat)[0])


if __name__ == "__main__":
    main()
