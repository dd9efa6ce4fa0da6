"""A tank that runs out.

Symptom: The level grows.
Culprit: solve_ivp calls with the time first.
Report: none
"""

import numpy as np
from scipy.integrate import solve_ivp


def outflow(level, t):  # culprit
    return -0.5 * level


found = solve_ivp(outflow, (0, 4), np.array([10.0]))
print(found.y[0, -1])
