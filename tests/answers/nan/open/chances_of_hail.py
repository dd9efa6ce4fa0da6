"""Turn the scores of a hail warning into chances that insurers can use.

A classifier gives each afternoon a score. On last year's afternoons an isotonic regression learns how often it hailed
at each score; this year's scores go through it. The chances are judged by Brier's score and summed to the number of
hail days to expect. Afternoons without a radar picture have no score and are left out in both years.

Symptom: the expected number of hail days and Brier's score of this year print nan
Culprit: IsotonicRegression answers NaN outside the scores it was fitted on unless out_of_bounds="clip" is asked for
Report: scikit-learn/scikit-learn#23134 (isotonic regression outside the fitted range)
"""

import numpy as np
from sklearn.ensemble import GradientBoostingClassifier
from sklearn.isotonic import IsotonicRegression
from sklearn.metrics import roc_auc_score


class Season:
    """The afternoons of one summer: radar features, some missing, and whether it hailed."""

    def __init__(self, seed, days, strength):
        rng = np.random.default_rng(seed)
        self.features = rng.gamma(2.0, 1.0, (days, 4)) * strength
        drive = 0.8 * self.features[:, 0] + 0.5 * self.features[:, 1] * self.features[:, 2] - 4.0
        self.hail = rng.random(days) < 1 / (1 + np.exp(-drive))
        self.features[rng.random(days) < 0.05] = np.nan  # radar was down

    def with_picture(self):
        """Return features and outcome of the afternoons with a radar picture."""
        seen = ~np.isnan(self.features).any(axis=1)
        return self.features[seen], self.hail[seen]


class HailWarning:
    """A classifier of afternoons and the calibration of its scores."""

    def __init__(self):
        self.classifier = GradientBoostingClassifier(n_estimators=40, max_depth=2, random_state=0)
        self.calibration = IsotonicRegression(y_min=0.0, y_max=1.0)  # culprit

    def learn(self, first, second):
        """Fit the classifier on one season and the calibration on another one."""
        self.classifier.fit(*first.with_picture())
        features, hail = second.with_picture()
        self.calibration.fit(self.scores(features), hail)
        return self

    def scores(self, features):
        """Return the classifier's log odds."""
        return self.classifier.decision_function(features)

    def chances(self, features):
        """Return calibrated chances of hail."""
        return self.calibration.predict(self.scores(features))


def brier(chances, hail):
    """Return the mean squared distance of chances and outcomes."""
    return np.mean((chances - hail) ** 2)


def main():
    """Learn on two summers and judge the third one."""
    warning = HailWarning().learn(Season(1, 400, 1.0), Season(2, 90, 0.9))
    for year, season in [(2022, Season(2, 90, 0.9)), (2023, Season(3, 120, 1.15))]:
        features, hail = season.with_picture()
        chances = warning.chances(features)
        area = roc_auc_score(hail, warning.scores(features))
        print(f"{year}: {len(hail)} afternoons, {int(hail.sum())} with hail, area under the curve {area:.3f}")
        print(f"      expected {chances.sum():.1f} days, Brier's score {brier(chances, hail):.4f}")


if __name__ == "__main__":
    main()
