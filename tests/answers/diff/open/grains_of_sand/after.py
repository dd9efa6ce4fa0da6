"""Fit the sizes of grains of sand by a mixture of two kinds.

Symptom: shares differ in the second digit
Culprit: both kinds share one spread now, by a default
Report: none
"""

import numpy as np
from sklearn.mixture import GaussianMixture

rng = np.random.default_rng(36)
sizes = np.concatenate([rng.normal(0.3, 0.05, 200), rng.normal(0.8, 0.15, 120)])


class Sieve:
    def __init__(self, kinds=2, seed=0, covariance="tied"):  # culprit
        self.model = GaussianMixture(kinds, covariance_type=covariance, random_state=seed)  # culprit, too

    def fit(self, sizes):
        self.model.fit(np.log(sizes)[:, None])
        return self

    def report(self):
        order = np.argsort(self.model.means_[:, 0])
        return np.exp(self.model.means_[order, 0]), self.model.weights_[order]


sieve = Sieve().fit(sizes)
means, weights = sieve.report()
print("sizes:", means)
print("shares:", weights)
