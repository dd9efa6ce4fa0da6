"""Log likelihood of parcel weights under two normal models."""

import math

import numpy as np

rng = np.random.default_rng(37)

weights = rng.normal(4.2, 1.7, 120)
models = {"catalogue": (4.0, 2.25), "survey": (4.3, 3.1)}  # mean and variance
print("parcels:", weights.size, " mean:", weights.mean().round(3))
print("variance:", weights.var(ddof=1).round(3))


def log_likelihood(x, mean, variance):
    total = 0.0
    for value in x:
        z2 = (value - mean) ** 2 / variance
        total += -0.5 * (z2 + math.log(2 * math.pi * variance))
    return total


scores = {}
for name, (mean, variance) in models.items():
    scores[name] = log_likelihood(weights, mean, variance)

print("better model:", max(scores, key=scores.get))
print("difference:", round(scores["survey"] - scores["catalogue"], 3))
print("log likelihood of the survey:", scores["survey"])
