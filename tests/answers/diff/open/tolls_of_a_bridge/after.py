"""Add up the tolls of a bridge, by axles and weight.

Symptom: tolls are lower
Culprit: the limit is 21 t in place of 12 t
Report: none
"""

import numpy as np
from numba import njit

RATES = (2.5, 4.0, 7.5)


@njit
def toll(axles, weight, rates):
    base = rates[min(axles - 2, len(rates) - 1)]
    return base * 1.5 if weight > 21.0 else base  # culprit


@njit
def total(axles, weights, rates):
    money = 0.0
    for i in range(len(axles)):
        money += toll(axles[i], weights[i], rates)
    return money


rng = np.random.default_rng(37)
axles = rng.integers(2, 6, 300)
weights = np.round(rng.uniform(1, 30, 300), 1)
money = total(axles, weights, RATES)
print("tolls:", money)
print("mean:", money / 300)
