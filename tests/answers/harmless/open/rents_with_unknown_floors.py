"""Predict rents from offers in which floor and year are often not given, with trees that take gaps as they are.

Symptom: none
Culprit: none
Tempts: `nan` could accuse the NaN in the features, which HistGradientBoosting sends down a branch of their own.
Report: none
"""

import numpy as np
from sklearn.ensemble import HistGradientBoostingRegressor
from sklearn.metrics import mean_absolute_error
from sklearn.model_selection import train_test_split


def offers(number, seed):
    rng = np.random.default_rng(seed)
    area = rng.uniform(25, 130, number)
    floor = rng.integers(0, 6, number).astype(float)
    year = rng.integers(1900, 2025, number).astype(float)
    rent = 9.5 * area + 12 * floor + 1.1 * (year - 1900) + rng.normal(0, 40, number)
    floor[rng.random(number) < 0.25] = np.nan
    year[rng.random(number) < 0.3] = np.nan
    return np.column_stack([area, floor, year]), rent


def model():
    return HistGradientBoostingRegressor(max_iter=60, learning_rate=0.1, early_stopping=False)


def main():
    features, rent = offers(500, seed=58)
    known, new, known_rent, new_rent = train_test_split(features, rent, random_state=3)
    fitted = model().fit(known, known_rent)
    predicted = fitted.predict(new)
    print(f"gaps: {np.isnan(features).mean():.3f} of all values")
    print(f"error {mean_absolute_error(new_rent, predicted):.2f} euros")
    complete = ~np.isnan(new).any(axis=1)
    for name, rows in (("complete", complete), ("with gaps", ~complete)):
        print(
            f"{name:9s} {rows.sum():3d} offers, error {mean_absolute_error(new_rent[rows], predicted[rows]):.2f}"
        )


main()
