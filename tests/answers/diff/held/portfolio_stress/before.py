"""Loss of a two-fund portfolio in a bad quarter, by simulation.

Draws daily returns of both funds, compounds them over 60 days and prints value at
risk and expected shortfall at 95 and 99 percent.

Culprit: see after.py.
"""

import numpy as np

DAYS, PATHS = 60, 4000
DRIFT = np.array([0.00025, 0.00010])
VOLATILITY = np.array([0.011, 0.004])
CORRELATION = -0.2
HOLDING = np.array([600.0, 400.0])


def simulate(rng):
    factor = np.linalg.cholesky([[1.0, CORRELATION], [CORRELATION, 1.0]])
    value = np.tile(HOLDING, (PATHS, 1))
    for _ in range(DAYS):
        shock = rng.standard_normal((PATHS, 2)) @ factor.T
        value = value * (1.0 + DRIFT + VOLATILITY * shock)
    return value.sum(axis=1)


loss = HOLDING.sum() - simulate(np.random.default_rng(64))
for level in (0.95, 0.99):
    var = np.quantile(loss, level)
    tail = loss[loss >= var].mean()
    print(f"{level:.0%}: value at risk {var:.3f}, shortfall {tail:.3f}")
print(f"mean gain {-loss.mean():.3f}")
