"""Coefficients of polynomials that were fitted."""

import numpy as np
from numpy.polynomial import Polynomial

SPEED = np.linspace(20, 140, 30)
WAY = 2 + 0.3 * SPEED + 0.006 * SPEED**2


def faulty_time_to_react():
    fit = Polynomial.fit(SPEED, WAY, 2)
    return 3.6 * fit.coef[1]  # fault


def faulty_coefficients_for_a_logger():
    return [float(number) for number in Polynomial.fit(SPEED, WAY, 2).coef]  # fault


def _written(fit):
    return [round(number, 3) for number in fit.coef]  # fault


def faulty_fit_that_is_handed_on():
    return _written(Polynomial.fit(SPEED, WAY, 2))
