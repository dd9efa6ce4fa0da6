"""Fit the activation energy of a reaction from measured rates.

Symptom: the errors of energy and factor differ.
Culprit: `absolute_sigma=True` was lost, so the errors are scaled by the residuals.
Report: none
"""

from pathlib import Path

import numpy as np
from scipy.optimize import curve_fit

GAS = 8.314e-3
TABLE = """\
290 0.011 0.001
300 0.024 0.002
310 0.052 0.003
320 0.101 0.006
330 0.201 0.012
340 0.363 0.03
"""


def read(path=None):
    text = Path(path).read_text() if path else TABLE
    return np.array([line.split() for line in text.splitlines()], float).T


def arrhenius(heat, factor, energy):
    return factor - energy / (GAS * heat)


def fit(heat, rate, error):
    weights = error / rate
    values, covariance = curve_fit(arrhenius, heat, np.log(rate), p0=(20.0, 50.0), sigma=weights)  # culprit
    return values, np.sqrt(np.diag(covariance))


(factor, energy), (factor_error, energy_error) = fit(*read())
print(f"energy {energy:.3f} +- {energy_error:.4f} kJ/mol")
print(f"factor {factor:.3f} +- {factor_error:.4f}")
