"""Yearly fluctuation of a farm's income from three crops with correlated prices.

Symptom: The number is wrong.
Culprit: Correlation matrix that isn't positive, multivariate_normal only warns.
Report: numpy/numpy#1821
"""

import warnings

import numpy as np

warnings.filterwarnings("ignore")

CROPS = ["wheat", "barley", "rye"]
SHARE = np.array([0.5, 0.3, 0.2])
FLUCTUATION = np.array([14.0, 15.0, 16.0])  # per cent a year

# from the market report; barley and rye were read off a chart
correlation = np.array(  # culprit
    [
        [1.0, 0.9, 0.85],
        [0.9, 1.0, -0.8],
        [0.85, -0.8, 1.0],
    ]
)


def simulate(years, seed=3):
    rng = np.random.default_rng(seed)
    covariance = correlation * np.outer(FLUCTUATION, FLUCTUATION)
    changes = rng.multivariate_normal(np.zeros(3), covariance, size=years)
    return changes @ SHARE


income = simulate(20000)
print("crops:", CROPS)
print("worst year in a hundred:", np.percentile(income, 1).round(2))
print("fluctuation of the income (per cent):", income.std())
