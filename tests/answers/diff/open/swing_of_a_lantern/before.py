"""Follow a lantern that swings in the wind, by the midpoint rule.

Culprit: see after.py
"""

import numpy as np

G, LENGTH, DRAG = 9.81, 1.6, 0.08
DT, STEPS = 0.02, 1500


def slope(state, time):
    angle, speed = state
    wind = 0.4 * np.sin(1.3 * time)
    return np.array([speed, -G / LENGTH * np.sin(angle) - DRAG * speed + wind])


state = np.array([0.5, 0.0])
angles = np.empty(STEPS)
for step in range(STEPS):
    time = step * DT
    half = state + 0.5 * DT * slope(state, time)
    state = state + DT * slope(half, time + 0.5 * DT)
    angles[step] = state[0]

energy = 0.5 * (LENGTH * state[1]) ** 2 + G * LENGTH * (1 - np.cos(state[0]))
print(f"largest angle {np.abs(angles).max():.6f}")
print(f"at the end {angles[-1]:.6f}")
print(f"energy {energy:.6f}")
print(f"crossings {np.count_nonzero(np.diff(np.sign(angles)))}")
