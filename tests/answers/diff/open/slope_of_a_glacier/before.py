"""Find the steepest part of a glacier along a line of stakes.

Culprit: see after.py
"""

import numpy as np


def stakes(count, seed):
    rng = np.random.default_rng(seed)
    distance = 5200 * ((np.arange(count) + rng.uniform(0.1, 0.9, count)) / count) ** 1.5
    height = 3100 - 0.18 * distance - 60 * np.tanh((distance - 2400) / 300)
    thickness = 140 * np.sin(np.pi * (distance + 200) / 5600) + rng.normal(0, 4, count)
    return distance, height + rng.normal(0, 1.5, count), thickness


distance, height, thickness = stakes(60, seed=51)
kernel = np.array([0.25, 0.5, 0.25])
inner = np.convolve(height, kernel, mode="valid")
smooth = np.concatenate([height[:1], inner, height[-1:]])
slope = -np.gradient(smooth, distance)
stress = 917 * 9.81 * thickness * np.sin(np.arctan(slope)) / 1e5
speed = 2 * 2.4e-24 * 3.15e7 * (stress * 1e5) ** 3 * thickness / 4
steepest = slope.argmax()
print(f"steepest at {distance[steepest]:.1f} m: {slope[steepest]:.5f}")
print(f"mean stress {stress.mean():.5f} bar, largest {stress.max():.5f} bar")
print(f"fastest {speed.max():.4f} m a year")
print(f"mean thickness {thickness.mean():.3f} m")
