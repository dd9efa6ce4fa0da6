"""Fit a Weibull curve to the survival of seedlings by maximum likelihood.

Symptom: the likelihood of the fit is -inf, and the shape did not move away from its start.
Culprit: one seedling died on the day it was planted: the logarithm of its age of 0 is -inf.
Report: none
"""

import numpy as np
from scipy.optimize import minimize

DAYS = np.array([0.0, 3, 5, 8, 8, 12, 15, 21, 30, 44])


def negative_likelihood(parameters):
    shape, scale = parameters
    logs = np.log(shape / scale) + (shape - 1) * np.log(DAYS / scale)  # culprit
    return -(logs - (DAYS / scale) ** shape).sum()


fit = minimize(negative_likelihood, [1.0, 10.0], method="Nelder-Mead")
print("shape and scale:", fit.x)
print("likelihood:", -fit.fun)
