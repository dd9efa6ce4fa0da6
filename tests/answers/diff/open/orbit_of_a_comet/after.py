"""Follow a comet past the Sun and report how near it comes.

Symptom: the place after 40 years differs in the third digit
Culprit: the absolute tolerance was left out when the options were put together; its default is 1e-6
Report: none
"""

from functools import partial

import numpy as np
from scipy.integrate import solve_ivp
from scipy.optimize import brentq

GM = 4 * np.pi**2  # AU^3 per year^2
YEARS = 40
SOLVER = {"method": "RK45", "rtol": 1e-8, "dense_output": True}  # culprit


def pull(time, state, gm):
    place, speed = np.split(state, 2)
    return np.concatenate([speed, -gm * place / np.linalg.norm(place) ** 3])


def energy(state):
    place, speed = state[:2], state[2:]
    return 0.5 * (speed**2).sum(axis=0) - GM / np.linalg.norm(place, axis=0)


def radial(t, orbit):
    state = orbit(t)
    return state[:2] @ state[2:]


def main():
    start = np.array([17.8, 0.0, 0.0, 0.19])
    orbit = solve_ivp(partial(pull, gm=GM), (0, YEARS), start, **SOLVER).sol  # culprit, too
    time = np.linspace(0, YEARS, 2001)
    states = orbit(time)
    nearest = np.hypot(states[0], states[1]).argmin()
    perihelion = brentq(radial, time[nearest - 1], time[nearest + 1], args=(orbit,))
    print(f"perihelion after {perihelion:.5f} years")
    print(f"distance {np.hypot(*orbit(perihelion)[:2]):.6f} AU")
    drift = energy(states)
    print(f"energy at the start {drift[0]:.6f}")
    print(f"after 40 years x {states[0, -1]:.5f} y {states[1, -1]:.5f}")


main()
