"""Coefficients of polynomials that were fitted and converted: these are of x."""

import numpy as np
from numpy.polynomial import Polynomial, polynomial

SPEED = np.linspace(20, 140, 30)
WAY = 2 + 0.3 * SPEED + 0.006 * SPEED**2


def healthy_coefficients():
    fit = Polynomial.fit(SPEED, WAY, 2)
    return fit.convert().coef, fit(100.0), polynomial.polyfit(SPEED, WAY, 2)
