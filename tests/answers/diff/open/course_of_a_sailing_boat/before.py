"""The course of a sailing boat from its positions, and how it lies to the wind.

Culprit: see after.py
"""

import numpy as np

rng = np.random.default_rng(40)
COUNT = 300
turn = np.cumsum(rng.normal(0, 0.08, COUNT)) + 0.6
east = np.cumsum(2.0 * np.sin(turn))
north = np.cumsum(2.0 * np.cos(turn))
wind = 0.4 + 0.1 * np.sin(np.arange(COUNT - 1) / 40)

de, dn = np.diff(east), np.diff(north)
course = np.arctan2(de, dn)
speed = np.hypot(de, dn)
angle = (course - wind + np.pi) % (2 * np.pi) - np.pi
made_good = speed * np.cos(angle)
close = np.abs(angle) < np.radians(50)

print(f"way {speed.sum():.4f}")
print(f"mean angle {np.degrees(np.abs(angle).mean()):.5f}")
print(f"made good {made_good.sum():.5f}")
print(f"close to the wind {close.mean():.4f}")
