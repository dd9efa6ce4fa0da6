"""Choose the width of a map of lightning strikes by the likelihood of strikes that the map has not seen.

Symptom: the score of the three narrower widths is -inf, that of the widest a number, and the gain is inf.
Culprit: a tophat kernel is 0 beyond its width, so one strike far from all others has the log-likelihood -inf.
Report: none
"""

import numpy as np
from sklearn.model_selection import KFold
from sklearn.neighbors import KernelDensity

SETTINGS = {
    "kernel": "tophat",  # culprit
    "widths": (1.0, 3.0, 6.0, 120.0),
    "folds": 5,
}


def strikes(rng):
    """Return places in km: two storms, a few scattered strikes and some reports without a place."""
    west = rng.normal((20.0, 35.0), (4.0, 2.0), (120, 2))
    east = rng.normal((70.0, 20.0), (2.0, 5.0), (90, 2))
    lonely = rng.uniform(0.0, 100.0, (12, 2))
    unknown = np.full((5, 2), np.nan)
    return rng.permutation(np.vstack([west, east, lonely, unknown]))


def placed(places):
    known = np.isfinite(places).all(axis=1)
    print(f"{np.count_nonzero(~known)} reports without a place are left out")
    return places[known]


class Chooser:
    def __init__(self, kernel, widths, folds):
        self.kernel, self.widths = kernel, widths
        self.folds = KFold(folds, shuffle=True, random_state=1)

    def density(self, width):
        return KernelDensity(kernel=self.kernel, bandwidth=width)

    def score(self, places, width):
        scores = []
        for known, new in self.folds.split(places):
            fitted = self.density(width).fit(places[known])
            scores.append(fitted.score_samples(places[new]).mean())
        return float(np.mean(scores))

    def table(self, places):
        return {width: self.score(places, width) for width in self.widths}


def main():
    places = placed(strikes(np.random.default_rng(300)))
    table = Chooser(**SETTINGS).table(places)
    for width, score in table.items():
        print(f"width {width:5.1f} km: {score:9.4f} for a strike")
    best = max(table, key=table.get)
    print(
        f"best width {best:.0f} km, better than the first by {table[best] - table[SETTINGS['widths'][0]]:.3f}"
    )


main()
