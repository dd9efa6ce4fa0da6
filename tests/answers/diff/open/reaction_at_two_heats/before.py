"""Fit the activation energy of a reaction from measured rates."""

import numpy as np
from scipy.optimize import curve_fit

R = 8.314e-3
heat = np.array([290.0, 300, 310, 320, 330, 340])
rate = np.array([0.011, 0.024, 0.052, 0.101, 0.201, 0.363])
error = np.array([0.001, 0.002, 0.003, 0.006, 0.012, 0.03])
found, spread = curve_fit(
    lambda t, a, e: a - e / (R * t),
    heat,
    np.log(rate),
    p0=(20.0, 50.0),
    sigma=error / rate,
    absolute_sigma=True,
)
print(f"energy {found[1]:.3f} +- {np.sqrt(spread[1, 1]):.4f} kJ/mol")
print(f"factor {found[0]:.3f} +- {np.sqrt(spread[0, 0]):.4f}")
