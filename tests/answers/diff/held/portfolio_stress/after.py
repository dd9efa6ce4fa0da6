"""Loss of a two-fund portfolio in a bad quarter, by simulation.

Draws daily returns of both funds, compounds them over 60 days and prints value at
risk and expected shortfall at 95 and 99 percent. All draws are made at once.

Culprit: the draws are laid out path by path (4000, 60, 2) where the loop drew day by
day; the generator's stream lands on other paths and days, so the simulated losses are
another sample from the same distribution.
"""

import numpy as np

DAYS, PATHS = 60, 4000
DRIFT = np.array([0.00025, 0.00010])
VOLATILITY = np.array([0.011, 0.004])
CORRELATION = -0.2
HOLDING = np.array([600.0, 400.0])
LEVELS = (0.95, 0.99)


def daily_returns(rng):
    covariance = np.array([[1.0, CORRELATION], [CORRELATION, 1.0]])
    factor = np.linalg.cholesky(covariance)
    normal = rng.standard_normal((PATHS, DAYS, 2))  # culprit
    return DRIFT + VOLATILITY * (normal @ factor.T)


def final_value(returns):
    growth = np.prod(1.0 + returns, axis=1)
    return growth @ HOLDING


def tail_risk(loss, level):
    var = np.quantile(loss, level)
    return var, loss[loss >= var].mean()


def main():
    loss = HOLDING.sum() - final_value(daily_returns(np.random.default_rng(64)))
    for level in LEVELS:
        var, tail = tail_risk(loss, level)
        print(f"{level:.0%}: value at risk {var:.3f}, shortfall {tail:.3f}")
    print(f"mean gain {-loss.mean():.3f}")


main()
