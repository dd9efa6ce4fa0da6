"""A rate fitted to counts.

Symptom: the mean of the simplex is nan
Culprit: the simplex begins at a negative rate
Report: none
"""

import numpy as np
from scipy.optimize import minimize
from scipy.special import gammaln


def loglik(rate, counts):
    return np.sum(counts * np.log(rate) - rate - gammaln(counts + 1))  # culprit


def fit(counts):
    return minimize(
        lambda p: -loglik(p[0], counts),
        x0=[0.05],
        method="Nelder-Mead",
        options={"initial_simplex": [[0.05], [-0.2]]},
    )


def main():
    counts = np.random.default_rng(3).poisson(0.2, 200)
    found = fit(counts)
    print("rate:", found.x, "value:", found.fun, "final:", loglik(found.final_simplex[0][-1][0], counts))
    print("mean of simplex values:", np.mean([loglik(p[0], counts) for p in [found.x, [-0.2]]]))


main()
