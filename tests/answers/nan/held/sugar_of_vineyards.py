"""Estimate the sugar of grapes between the vines that were measured, from the nearest ones.

Each measured vine votes with a weight that falls with its distance. Vines whose sample was spilt have no value and do
not vote. The estimates decide in which order the rows are picked.

Symptom: the means of some rows and of the vineyard print nan, while the error in cross-validation is small
Culprit: a vine at the place of a measured one has distance 0 and weight inf; the weighted mean is then inf / inf
Report: none
"""

import numpy as np
from sklearn.model_selection import KFold
from sklearn.neighbors import KNeighborsRegressor

ROWS, VINES = 6, 40  # rows 2 m apart, vines 1 m apart


def nearness(distances):
    """Return the weights of neighbours at some distances in metres."""
    with np.errstate(divide="ignore"):
        return 1.0 / distances**2  # culprit


class SugarMap:
    """Estimates of sugar (degrees Oechsle) anywhere in the vineyard."""

    def __init__(self, neighbours=5):
        self.regressor = KNeighborsRegressor(n_neighbors=neighbours, weights=nearness)

    def fit(self, places, sugar):
        """Learn from measured vines, leaving out those without a value."""
        known = ~np.isnan(sugar)
        self.regressor.fit(places[known], sugar[known])
        return self

    def at(self, places):
        """Return estimates at some places."""
        return self.regressor.predict(places)

    @staticmethod
    def error(places, sugar, folds=5):
        """Return the root mean square error in cross-validation."""
        known = np.flatnonzero(~np.isnan(sugar))
        squares = []
        for train, test in KFold(folds, shuffle=True, random_state=0).split(known):
            fitted = SugarMap().fit(places[known[train]], sugar[known[train]])
            squares.extend((fitted.at(places[known[test]]) - sugar[known[test]]) ** 2)
        return np.sqrt(np.mean(squares))


def vineyard():
    """Return the places (vines, 2) of all vines in metres."""
    row, vine = np.mgrid[0:ROWS, 0:VINES]
    return np.column_stack([row.ravel() * 2.0, vine.ravel() * 1.0])


def measured(rng, count):
    """Return places and sugar of random spots where somebody picked grapes, as noted by satellite."""
    places = rng.uniform([0, 0], [2.0 * (ROWS - 1), VINES - 1.0], (count, 2)).round(1)
    places[:4] = [0, 2] + [2, 1] * (places[:4] / [2, 1]).astype(int)  # the vines with a sensor
    sugar = 78 + 0.25 * places[:, 1] - 0.8 * places[:, 0] + rng.normal(0, 1.5, count)
    sugar[rng.random(count) < 0.08] = np.nan
    return places, sugar


def main():
    """Print the order of picking."""
    rng = np.random.default_rng(15)
    places, sugar = measured(rng, 110)
    print(f"{len(sugar)} samples, {int(np.isnan(sugar).sum())} spilt")
    print(f"error of the map: {SugarMap.error(places, sugar):.2f} degrees")
    estimates = SugarMap().fit(places, sugar).at(vineyard()).reshape(ROWS, VINES)
    means = estimates.mean(axis=1)
    for row in np.argsort(-means):
        print(f"row {row + 1}: {means[row]:.2f} degrees")
    print(f"vineyard: {estimates.mean():.2f} degrees")


if __name__ == "__main__":
    main()
