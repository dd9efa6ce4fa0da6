"""Fit how closely homing pigeons keep to one heading, by the likelihood of a von Mises distribution.

Symptom: the log-likelihood is nan for the closest flock, and its concentration stays at the first of the grid.
Culprit: the Bessel function i0 is inf above 713; i0e with the exponent taken out stays finite.
Report: scipy/scipy#12835
"""

import numpy as np
from scipy import special

GRID = np.geomspace(900, 5e4, 400)


def flock(number, spread, seed):
    """Return headings in radians, turned so that home is at 0."""
    rng = np.random.default_rng(seed)
    return rng.normal(rng.uniform(-0.2, 0.2), spread, number)


def density(angle, mean, concentration):
    return np.exp(concentration * np.cos(angle - mean)) / (2 * np.pi * special.i0(concentration))  # culprit


def log_likelihood(angles, concentration):
    mean = np.arctan2(np.sin(angles).mean(), np.cos(angles).mean())
    return np.log(density(angles, mean, concentration)).sum()


def resultant(angles):
    return float(np.hypot(np.sin(angles).mean(), np.cos(angles).mean()))


def report(name, angles, grid):
    scores = [log_likelihood(angles, concentration) for concentration in grid]
    best = int(np.argmax(scores))
    print(
        f"{name:12s} resultant {resultant(angles):.6f}, concentration {grid[best]:9.1f}, score {scores[best]:9.3f}"
    )


report("in fog", flock(60, 0.4, 1), np.linspace(0.5, 60, 120))
report("over forest", flock(60, 0.15, 2), np.linspace(5, 400, 200))
report("over the sea", flock(60, 0.02, 3), GRID)
