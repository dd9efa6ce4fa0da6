"""Predict apple sugar content from near-infrared scans.

Scatter correction, PCA and ridge regression; prints the error of a grouped
cross-validation and the correlation of predicted and measured values.

Symptom: the mean of the cross-validated r2 is nan
Culprit: r2 is scored with LeaveOneOut, where each fold has one sample and R^2 is not defined, so all 60 scores are nan; KFold(5) has to be used.
Report: none
"""

import warnings

import numpy as np
from sklearn.decomposition import PCA
from sklearn.linear_model import Ridge
from sklearn.model_selection import KFold, LeaveOneOut, cross_val_predict, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer

warnings.filterwarnings("ignore")
WAVES = np.linspace(700, 1100, 120)


def scans(rng, n=60):
    sugar = rng.normal(12.5, 1.6, n)
    water = 1.2 * np.exp(-(((WAVES - 970) / 60) ** 2))
    sweet = 0.09 * np.exp(-(((WAVES - 910) / 25) ** 2))
    clean = water[None, :] + sugar[:, None] * sweet[None, :]
    slope = rng.uniform(0.8, 1.2, n)[:, None]
    offset = rng.normal(0.0, 0.1, n)[:, None]
    return offset + slope * clean + rng.normal(0, 0.004, clean.shape), sugar


def snv(x):
    """Standard normal variate: each scan to mean 0 and deviation 1."""
    return (x - x.mean(axis=1, keepdims=True)) / x.std(axis=1, keepdims=True)


def build():
    return make_pipeline(FunctionTransformer(snv), PCA(6, random_state=0), Ridge(0.01))


def main():
    x, y = scans(np.random.default_rng(12))
    print("scans:", x.shape, "sugar %.2f +- %.2f" % (y.mean(), y.std()))
    predicted = cross_val_predict(build(), x, y, cv=KFold(5, shuffle=True, random_state=1))
    print("rmse of prediction: %.3f" % np.sqrt(np.mean((predicted - y) ** 2)))
    print("correlation: %.3f" % np.corrcoef(predicted, y)[0, 1])
    scores = cross_val_score(build(), x, y, cv=LeaveOneOut(), scoring="r2")  # culprit
    print("folds:", scores.size)
    print("mean r2:", scores.mean())


if __name__ == "__main__":
    main()
