"""Find the steepest part of a glacier along a line of stakes.

Symptom: the steepest slope is another
Culprit: the slope is the quotient of two gradients over the index, which ignores how unevenly the stakes stand
Report: none
"""

import numpy as np

DENSITY = 917
GRAVITY = 9.81
SECONDS_A_YEAR = 3.15e7


def stakes(count, seed):
    rng = np.random.default_rng(seed)
    distance = 5200 * ((np.arange(count) + rng.uniform(0.1, 0.9, count)) / count) ** 1.5
    height = 3100 - 0.18 * distance - 60 * np.tanh((distance - 2400) / 300)
    thickness = 140 * np.sin(np.pi * (distance + 200) / 5600) + rng.normal(0, 4, count)
    return distance, height + rng.normal(0, 1.5, count), thickness


def smoothed(values):
    result = values.copy()
    result[1:-1] = 0.25 * values[:-2] + 0.5 * values[1:-1] + 0.25 * values[2:]
    return result


def slope_along(height, distance):
    rise = np.gradient(smoothed(height))  # culprit, too
    run = np.gradient(distance)  # culprit, too
    return -rise / run  # culprit


def driving_stress(slope, thickness):
    return DENSITY * GRAVITY * thickness * np.sin(np.arctan(slope))


distance, height, thickness = stakes(60, seed=51)
slope = slope_along(height, distance)
stress = driving_stress(slope, thickness)
speed = 2 * 2.4e-24 * SECONDS_A_YEAR * stress**3 * thickness / 4
steepest = slope.argmax()
print(f"steepest at {distance[steepest]:.1f} m: {slope[steepest]:.5f}")
print(f"mean stress {stress.mean() / 1e5:.5f} bar, largest {stress.max() / 1e5:.5f} bar")
print(f"fastest {speed.max():.4f} m a year")
print(f"mean thickness {thickness.mean():.3f} m")
