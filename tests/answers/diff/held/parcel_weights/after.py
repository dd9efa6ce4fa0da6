"""Log likelihood of parcel weights under two normal models.

Symptom: The last number is another one.
Culprit: Variance handed over as scale.
Report: CamDavidsonPilon/Probabilistic-Programming-and-Bayesian-Methods-for-Hackers#462
"""

import numpy as np
from scipy import stats

MODELS = {"catalogue": (4.0, 2.25), "survey": (4.3, 3.1)}  # mean and variance


def weigh(n=120, seed=37):
    rng = np.random.default_rng(seed)
    return rng.normal(4.2, 1.7, n)


def log_likelihood(x, mean, variance):
    return stats.norm.logpdf(x, mean, variance).sum()  # culprit


def compare(weights):
    return {name: log_likelihood(weights, *parameters) for name, parameters in MODELS.items()}


weights = weigh()
print("parcels:", weights.size, " mean:", weights.mean().round(3))
print("variance:", weights.var(ddof=1).round(3))

scores = compare(weights)
print("better model:", max(scores, key=scores.get))
print("difference:", round(scores["survey"] - scores["catalogue"], 3))
print("log likelihood of the survey:", scores["survey"])
