"""Fit the spread of a virus by its log-likelihood, with a search that may go anywhere.

Symptom: the best likelihood is nan and the search stops after one step.
Culprit: the start has a negative rate, so the logarithm of the expected count is taken of negative numbers.
Report: none
"""

import numpy as np
from scipy.optimize import minimize

CASES = np.array([2.0, 3.0, 5.0, 9.0, 14.0, 25.0])
DAYS = np.arange(6.0)


def expected(parameters):
    start, rate = parameters
    return start + rate * DAYS**2


def cost(parameters):
    mean = expected(parameters)
    return np.sum(mean - CASES * np.log(mean))


found = minimize(cost, x0=[1.0, -0.5], method="Nelder-Mead", options={"maxiter": 5})  # culprit
print("best:", found.x.round(3), "likelihood:", -cost(found.x))
