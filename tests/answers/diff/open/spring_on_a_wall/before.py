"""Integrate a damped spring, and report its energy."""

import numpy as np
from scipy.integrate import solve_ivp

MASS, STIFFNESS, DAMPING = 1.5, 40.0, 0.3


def motion(t, state):
    x, v = state
    return [v, (-STIFFNESS * x - DAMPING * v) / MASS]


times = np.linspace(0, 5, 51)
path = solve_ivp(motion, (0, 5), [0.1, 0.0], t_eval=times, rtol=1e-9, atol=1e-12)
energy = 0.5 * MASS * path.y[1] ** 2 + 0.5 * STIFFNESS * path.y[0] ** 2
print("energy at the end:", energy[-1])
print("loss:", energy[0] - energy[-1])
