"""Enzyme kinetics with open bounds: both constants positive, no upper limit.

Symptom: none
Culprit: none
Tempts: a question could accuse this: infinite upper bounds in curve_fit.
Report: jmbejara/comp-econ-sp19#52
"""

import numpy as np
from scipy.optimize import curve_fit

rng = np.random.default_rng(11)


def rate(s, vmax, km):
    return vmax * s / (km + s)


substrate = np.geomspace(0.05, 50, 25)
measured = rate(substrate, 3.2, 1.7) * (1 + 0.03 * rng.normal(size=25))

bounds = ([0.0, 0.0], [np.inf, np.inf])
start = (measured.max(), np.median(substrate))
best, covariance = curve_fit(rate, substrate, measured, p0=start, bounds=bounds)
errors = np.sqrt(np.diag(covariance))

assert np.isfinite(covariance).all()
assert best.min() > 0
residual = measured - rate(substrate, *best)
print("start:", [round(float(v), 3) for v in start])
print("residual spread:", residual.std().round(4))
print("vmax:", best[0], "+-", errors[0].round(3))
print("km:", best[1], "+-", errors[1].round(3))
