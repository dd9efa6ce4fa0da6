"""Fit how a tracer leaves a lake: two rates and a rest.

Culprit: see after.py
"""

import numpy as np
from scipy.optimize import least_squares

rng = np.random.default_rng(70)
days = np.linspace(0, 40, 81)
truth = 5.0 * np.exp(-0.5 * days) + 2.0 * np.exp(-0.05 * days) + 0.3
spread = 0.02 + 0.03 * truth
measured = truth + rng.normal(0, spread)


def model(p, days):
    return p[0] * np.exp(-p[1] * days) + p[2] * np.exp(-p[3] * days) + p[4]


def residuals(p):
    return (model(p, days) - measured) / spread


fit = least_squares(residuals, [4.0, 0.4, 1.0, 0.03, 0.1])
chi2 = np.sum(fit.fun**2) / (len(days) - 5)
half = np.log(2) / fit.x[[1, 3]]
print("parameters", fit.x.round(6))
print(f"chi2 {chi2:.6f}")
print("half lives", half.round(5))
