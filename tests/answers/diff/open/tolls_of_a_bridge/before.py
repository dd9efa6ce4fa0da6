"""Add up the tolls of a bridge, by axles and weight."""

import numpy as np
from numba import njit

RATES = (2.5, 4.0, 7.5)


@njit
def toll(axles, weight, rates):
    base = rates[min(axles - 2, 2)]
    if weight > 12.0:
        base *= 1.5
    return base


@njit
def total(axles, weights, rates):
    money = 0.0
    for i in range(axles.size):
        money += toll(axles[i], weights[i], rates)
    return money


rng = np.random.default_rng(37)
axles = rng.integers(2, 6, 300)
weights = np.round(rng.uniform(1, 30, 300), 1)
print("tolls:", total(axles, weights, RATES))
print("mean:", total(axles, weights, RATES) / 300)
