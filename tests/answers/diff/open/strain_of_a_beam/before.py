"""Fit the strain of a beam to its load, each reading with its own uncertainty.

Culprit: see after.py
"""

import numpy as np


def readings(count, seed):
    rng = np.random.default_rng(seed)
    load = np.linspace(0, 50, count)
    sigma = 0.5 + 0.08 * load
    strain = 12 + 3.4 * load + 0.02 * load**2 + rng.normal(0, sigma)
    return load, strain, sigma


load, strain, sigma = readings(40, seed=36)
design = np.column_stack([np.ones(40), load, load**2])
weight = 1 / sigma
solution, *_ = np.linalg.lstsq(design * weight[:, None], strain * weight, rcond=None)
fitted = design @ solution
chi2 = (((strain - fitted) / sigma) ** 2).sum()
print("coefficients", np.round(solution, 6))
print(f"chi2 {chi2:.5f} of {40 - 3}")
print(f"strain at 60 kN {solution @ [1, 60, 3600]:.5f}")
print(f"largest strain {strain.max():.4f}")
