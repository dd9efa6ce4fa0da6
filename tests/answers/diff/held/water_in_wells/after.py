"""Estimate the water level of wells from those around them.

Symptom: the errors are larger and the levels of the new wells differ.
Culprit: the weights by distance got lost in the rewrite; by default all eight neighbours weigh the same.
Report: none (a question asked often: two scripts with the same model give different errors)
"""

from dataclasses import dataclass

import numpy as np
from sklearn.model_selection import KFold, cross_val_predict
from sklearn.neighbors import KNeighborsRegressor


@dataclass
class Wells:
    """Places of wells in km and their levels in m."""

    places: np.ndarray
    level: np.ndarray

    @classmethod
    def survey(cls, number, seed):
        rng = np.random.default_rng(seed)
        places = rng.uniform(0, 10, (number, 2))
        trend = 20 + 3 * np.sin(places[:, 0]) + 0.8 * places[:, 1]
        return cls(places, trend + rng.normal(0, 0.3, number))


def make_model(neighbours=8):
    return KNeighborsRegressor(n_neighbors=neighbours)  # culprit


def errors(wells, folds=5):
    split = KFold(folds, shuffle=True, random_state=1)
    return cross_val_predict(make_model(), wells.places, wells.level, cv=split) - wells.level


def main():
    wells = Wells.survey(150, seed=24)
    error = errors(wells)
    print(f"root mean square error {np.sqrt((error**2).mean()):.5f} m")
    print(f"largest error {np.abs(error).max():.4f} m at well {np.abs(error).argmax()}")
    model = make_model().fit(wells.places, wells.level)
    print("new wells:", np.round(model.predict([[2.0, 3.0], [7.5, 8.0], [5.0, 0.5]]), 3))


main()
