"""Follow a comet past the Sun and report how near it comes.

Culprit: see after.py
"""

import numpy as np
from scipy.integrate import solve_ivp
from scipy.optimize import brentq

GM = 4 * np.pi**2  # AU^3 per year^2


def pull(time, state):
    place, speed = state[:2], state[2:]
    return np.concatenate([speed, -GM * place / np.linalg.norm(place) ** 3])


def energy(state):
    place, speed = state[:2], state[2:]
    return 0.5 * (speed**2).sum(axis=0) - GM / np.linalg.norm(place, axis=0)


start = np.array([17.8, 0.0, 0.0, 0.19])
orbit = solve_ivp(pull, (0, 40), start, method="RK45", rtol=1e-8, atol=1e-10, dense_output=True)
time = np.linspace(0, 40, 2001)
states = orbit.sol(time)
distance = np.hypot(states[0], states[1])
nearest = distance.argmin()


def radial(t):
    state = orbit.sol(t)
    return state[:2] @ state[2:]


perihelion = brentq(radial, time[nearest - 1], time[nearest + 1])
print(f"perihelion after {perihelion:.5f} years")
print(f"distance {np.hypot(*orbit.sol(perihelion)[:2]):.6f} AU")
drift = energy(states)
print(f"energy at the start {drift[0]:.6f}")
print(f"after 40 years x {states[0, -1]:.5f} y {states[1, -1]:.5f}")
