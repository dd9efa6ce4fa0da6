"""Predict soil carbon from spectra with a ridge model, repeated splits.

Culprit: scaler fitted on all data before the split
Report: theneuralbase.com "Scaling leak (fit on all data)"
"""

from dataclasses import dataclass

import numpy as np
from sklearn.linear_model import Ridge
from sklearn.metrics import root_mean_squared_error
from sklearn.model_selection import ShuffleSplit
from sklearn.preprocessing import StandardScaler


@dataclass(frozen=True)
class Setup:
    samples: int = 60
    bands: int = 40
    alpha: float = 2.0
    splits: int = 5
    seed: int = 17


def spectra(setup):
    rng = np.random.default_rng(setup.seed)
    carbon = rng.gamma(3.0, 0.8, setup.samples)
    shape = np.exp(-((np.arange(setup.bands) - 22) ** 2) / 60)
    x = 0.4 - 0.05 * np.outer(carbon, shape)
    x += 0.01 * rng.standard_normal(x.shape)
    x[::9] *= 1.6
    return x, carbon


class Experiment:
    def __init__(self, setup):
        self.setup = setup
        self.x, self.y = spectra(setup)

    def scaled(self, train, test):
        z = StandardScaler().fit_transform(self.x)  # culprit
        return z[train], z[test]

    def run_split(self, train, test):
        xtr, xte = self.scaled(train, test)
        model = Ridge(alpha=self.setup.alpha).fit(xtr, self.y[train])
        return root_mean_squared_error(self.y[test], model.predict(xte))

    def run(self):
        cv = ShuffleSplit(self.setup.splits, test_size=0.3, random_state=self.setup.seed)
        return np.array([self.run_split(tr, te) for tr, te in cv.split(self.x)])


def main():
    scores = Experiment(Setup()).run()
    for i, s in enumerate(scores):
        print(f"split {i} rmse {s:.6f}")
    print(f"mean {scores.mean():.6f} sd {scores.std(ddof=1):.6f}")


if __name__ == "__main__":
    main()
