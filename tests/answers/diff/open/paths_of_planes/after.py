"""Integrate the path of a plane in wind.

Symptom: the end differs in the fifth digit
Culprit: the tolerances were dropped, so that the default of 1e-3 counts
Report: none
"""

import numpy as np
from scipy.integrate import solve_ivp

WIND = np.array([12.0, -3.0])


def motion(t, state):
    _position, speed = state[:2], state[2:]
    relative = speed - WIND
    drag = -0.05 * relative
    return np.hstack([speed, drag])


start = np.array([0.0, 0.0, 200.0, 10.0])
path = solve_ivp(motion, (0, 60), start, t_eval=np.linspace(0, 60, 13))  # culprit
print("end:", path.y[:, -1])
print("farthest:", np.hypot(path.y[0], path.y[1]).max())
