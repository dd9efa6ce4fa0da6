"""Follow the level of a tank that empties through a hole.

Symptom: the level is nan from second 25 on, and so is the mean level.
Culprit: the last step takes the level below zero, and the next takes the root of a negative level.
Report: none
"""

import numpy as np

HOLE, TANK, GRAVITY = 0.002, 0.12, 9.81


def outflow(level):
    return HOLE * np.sqrt(2 * GRAVITY * level)  # culprit


levels = np.empty(200)
level = np.float64(1.0)
for second in range(levels.size):
    levels[second] = level
    level = level - outflow(level) / TANK
empty = np.argmax(~(levels > 0))
print("empty after", empty, "s")
print("mean level:", levels.mean(), "m")
