"""Bubble point of benzene, toluene and xylene mixtures at 1 atm.

Solves Raoult's law with Antoine vapour pressures by Newton's method and prints the
temperature and the composition of the first vapour.

Culprit: the starting guess subtracts 273.15 from boiling points that are in degC
already; at -159 to -181 degC the pressure curve is flat, Newton jumps to beyond
1e15 degC, squares that with each further step and ends at -inf for all mixtures.
"""

import numpy as np

# Antoine constants for mmHg and degC, and normal boiling points
SPECIES = ["benzene", "toluene", "o-xylene"]
A = np.array([6.90565, 6.95464, 6.99891])
B = np.array([1211.033, 1344.800, 1474.679])
C = np.array([220.790, 219.482, 213.686])
BOILING = np.array([80.1, 110.6, 144.4])
PRESSURE = 760.0


def vapour_pressure(t):
    return 10.0 ** (A - B / (t + C))


def slope(t):
    return vapour_pressure(t) * np.log(10.0) * B / (t + C) ** 2


def starting_guess(x):
    return np.dot(x, BOILING - 273.15)  # culprit


def bubble_point(x, tol=1e-9, rounds=60):
    t = starting_guess(x)
    for _ in range(rounds):
        excess = np.dot(x, vapour_pressure(t)) - PRESSURE
        step = excess / np.dot(x, slope(t))
        t = t - step
        if abs(step) < tol:
            break
    return t, x * vapour_pressure(t) / PRESSURE


def main():
    feeds = {
        "light": np.array([0.7, 0.2, 0.1]),
        "medium": np.array([0.4, 0.4, 0.2]),
        "heavy": np.array([0.2, 0.5, 0.3]),
    }
    for name, x in feeds.items():
        t, y = bubble_point(x)
        shares = ", ".join(f"{s} {v:.3f}" for s, v in zip(SPECIES, y))
        print(f"{name:6s} {t:8.3f} degC; vapour {shares}")


main()
