"""Integrate the temperature of a stirred reactor with Heun's method."""

import numpy as np

STEP, STEPS = 0.05, 400


def slope(state):
    concentration, temperature = state
    rate = concentration * np.exp(8.0 - 2400.0 / temperature)
    return np.array([0.5 * (1.0 - concentration) - rate, 0.5 * (310.0 - temperature) + 90.0 * rate])


state = np.array([1.0, 300.0])
course = []
for _ in range(STEPS):
    first = slope(state)
    second = slope(state + STEP * first)
    state = state + 0.5 * STEP * (first + second)
    course.append(state)
course = np.array(course)
print("end:", course[-1].round(4))
print("hottest:", course[:, 1].max().round(3), "mean:", course[:, 1].mean().round(4))
