"""Fit the waiting times of a night clinic where some patients left before they were seen.

Symptom: none
Culprit: none
Tempts: nan may accuse the rejected trial values whose likelihood is -inf and the open ends of the intervals (inf).
Report: none
"""

import math
from typing import NamedTuple

import numpy as np
from scipy import stats
from scipy.optimize import minimize


class Waits(NamedTuple):
    lower: np.ndarray
    upper: np.ndarray  # inf for a patient who left: the wait would have been longer

    @property
    def seen(self):
        return np.isfinite(self.upper)


def night(seed=2, count=260):
    rng = np.random.default_rng(seed)
    wait = stats.weibull_min.rvs(1.4, scale=48.0, size=count, random_state=rng)
    patience = rng.exponential(140.0, count)
    left = patience < wait
    lower = np.where(left, patience, np.floor(wait))
    upper = np.where(left, np.inf, np.floor(wait) + 1.0)
    return Waits(lower, upper)


def likelihood(parameters, waits):
    """Logarithm of the likelihood; -inf for a shape or scale that is not positive."""
    shape, scale = parameters
    if shape <= 0 or scale <= 0:
        return -math.inf
    cover = stats.weibull_min(shape, scale=scale)
    inside = cover.cdf(waits.upper) - cover.cdf(waits.lower)
    with np.errstate(divide="ignore"):
        return float(np.sum(np.log(inside)))


def fitted(waits):
    def cost(parameters):
        value = likelihood(parameters, waits)
        return math.inf if value == -math.inf else -value

    start = np.array([0.3, float(np.median(waits.lower))])
    simplex = np.array([start, [-0.2, start[1]], [1.0, start[1] * 1.5]])
    return minimize(cost, start, method="Nelder-Mead", options={"initial_simplex": simplex, "maxiter": 200})


def survivors(waits, times):
    """Kaplan and Meier: the share that still waits; the last step may have nobody left."""
    order = np.argsort(waits.lower, kind="stable")
    seen = waits.seen[order]
    at_risk = len(seen) - np.arange(len(seen))
    share = np.cumprod(1.0 - seen / at_risk)
    place = np.searchsorted(waits.lower[order], times, side="right") - 1
    return np.where(place < 0, 1.0, share[np.maximum(place, 0)])


def main():
    waits = night()
    print(f"{waits.seen.sum()} of {len(waits.lower)} patients were seen")
    result = fitted(waits)
    shape, scale = result.x
    print(f"shape {shape:.3f}, scale {scale:.2f} minutes, likelihood {-result.fun:.3f}")
    times = np.array([15.0, 30.0, 60.0, 90.0, 120.0])
    model = stats.weibull_min(shape, scale=scale).sf(times)
    for time, foretold, found in zip(times, model, survivors(waits, times), strict=True):
        print(f"after {time:5.0f} minutes {100 * foretold:5.1f} % still wait (counted {100 * found:5.1f} %)")
    low, high = stats.weibull_min(shape, scale=scale).support()
    print(f"waits lie between {low:.0f} and {'any length' if math.isinf(high) else high}")


if __name__ == "__main__":
    main()
