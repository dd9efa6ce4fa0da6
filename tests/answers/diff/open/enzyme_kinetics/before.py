"""Fit the Michaelis-Menten constants of an enzyme at three temperatures."""

import numpy as np
from scipy.optimize import least_squares

s = np.array([0.5, 1, 2, 4, 8, 16, 32.0])
rng = np.random.default_rng(61)


def model(p):
    return p[0] * s / (p[1] + s)


for T in (288, 298, 308):
    vmax = 12.0 * np.exp((T - 298) / 20)
    v = vmax * s / (3.1 + s) + rng.normal(0, 0.1, s.size)
    r = least_squares(lambda p, v=v: model(p) - v, x0=[1.0, 1.0])
    print(f"{T} K: vmax {r.x[0]:.12f}, km {r.x[1]:.12f}, cost {r.cost:.6e}")
