"""Fit the sizes of grains of sand by a mixture of two kinds."""

import numpy as np
from sklearn.mixture import GaussianMixture

rng = np.random.default_rng(36)
sizes = np.concatenate([rng.normal(0.3, 0.05, 200), rng.normal(0.8, 0.15, 120)])


class Sieve:
    def __init__(self, kinds=2, seed=0):
        self.kinds = kinds
        self.model = GaussianMixture(kinds, random_state=seed)

    def fit(self, sizes):
        self.model.fit(np.log(sizes)[:, None])
        return self

    def report(self):
        order = np.argsort(self.model.means_[:, 0])
        return np.exp(self.model.means_[order, 0]), self.model.weights_[order]


means, weights = Sieve().fit(sizes).report()
print("sizes:", means)
print("shares:", weights)
