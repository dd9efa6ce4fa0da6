"""Choose how much wheat and maize a farm grows.

Symptom: none
Culprit: none
Tempts: `nan`: bounds are infinite, and the best profit starts at -inf.
Report: none
"""

import numpy as np
from scipy.optimize import linprog, minimize

price = np.array([210.0, 180.0])
needs = np.array([[1.0, 1.0], [3.0, 2.0], [0.4, 0.9]])
limits = np.array([100.0, 260.0, 70.0])
plan = linprog(-price, A_ub=needs, b_ub=limits, bounds=[(0, np.inf)] * 2)
print("plan:", plan.x.round(3).tolist(), "profit", round(-plan.fun, 2))

best, chosen = -np.inf, None
for start in ([1.0, 1.0], [10.0, 5.0], [2.0, 8.0]):
    found = minimize(
        lambda amounts: (amounts[0] - 3) ** 2 + (amounts[1] - 2) ** 2 + 0.1 * amounts.sum(),
        start,
        bounds=[(0.5, np.inf), (-np.inf, 4.0)],
    )
    if -found.fun > best:
        best, chosen = -found.fun, found.x
print("store:", chosen.round(3).tolist(), round(best, 4))
