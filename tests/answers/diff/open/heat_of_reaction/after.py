"""Integrate the temperature of a stirred reactor with Heun's method.

Symptom: after the step was moved to a class of its own, the mean temperature differs in the fifth digit.
Culprit: the second slope is taken at half a step in place of a whole one.
Report: none
"""

import numpy as np

STEP, STEPS = 0.05, 400


def reaction_rate(concentration, temperature):
    return concentration * np.exp(8.0 - 2400.0 / temperature)


def slope(state):
    concentration, temperature = state
    rate = reaction_rate(concentration, temperature)
    return np.array([0.5 * (1.0 - concentration) - rate, 0.5 * (310.0 - temperature) + 90.0 * rate])


class Heun:
    def __init__(self, slope, step):
        self.slope, self.step = slope, step

    def advance(self, state):
        first = self.slope(state)
        second = self.slope(state + 0.5 * self.step * first)  # culprit
        return state + 0.5 * self.step * (first + second)

    def run(self, state, steps):
        course = []
        for _ in range(steps):
            state = self.advance(state)
            course.append(state)
        return np.array(course)


course = Heun(slope, STEP).run(np.array([1.0, 300.0]), STEPS)
print("end:", course[-1].round(4))
print("hottest:", course[:, 1].max().round(3), "mean:", course[:, 1].mean().round(4))
