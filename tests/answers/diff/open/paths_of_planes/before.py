"""Integrate the path of a plane in wind."""

import numpy as np
from scipy.integrate import solve_ivp

WIND = np.array([12.0, -3.0])


def motion(t, state):
    _position, speed = state[:2], state[2:]
    drag = -0.05 * (speed - WIND)
    return np.concatenate([speed, drag])


start = np.array([0.0, 0.0, 200.0, 10.0])
path = solve_ivp(motion, (0, 60), start, rtol=1e-8, atol=1e-8, t_eval=np.linspace(0, 60, 13))
print("end:", path.y[:, -1])
print("farthest:", np.hypot(path.y[0], path.y[1]).max())
