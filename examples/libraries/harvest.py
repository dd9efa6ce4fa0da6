"""Fish stocks under harvesting, an ensemble of ordinary differential equations: numscope run harvest.py [GROWTH].

Each stock grows and is fished. Where too much is fished, it falls below zero, and its logarithm is no number.
"""

import sys

import numpy as np
from scipy.integrate import solve_ivp
from scipy.optimize import minimize

growth = float(sys.argv[1]) if len(sys.argv) > 1 else 0.5


def change(time, stock, harvest):
    """Return how fast the stock changes."""
    return growth * stock * (1 - stock) - harvest


def missed(harvest):
    """Return how far the harvest is from what the stock grows by at its best."""
    return np.sum((harvest - growth / 4) ** 2)


ends = np.empty(3)
for number, harvest in enumerate((0.05, 0.1, 0.3)):
    solution = solve_ivp(change, (0, 5), [0.8], args=(harvest,), rtol=1e-6)
    ends[number] = solution.y[0, -1]
print("stocks in the end, as logarithms:", np.log(ends))

best = minimize(missed, np.array([0.1]))
print("best harvest:", best.x.round(3), best.message)
