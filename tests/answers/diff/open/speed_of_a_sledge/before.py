"""Find the speed and the push of a sledge from its way, measured ten times a second."""

import numpy as np

dt = 0.1
t = np.arange(0, 12, dt)
rng = np.random.default_rng(61)
way = 0.9 * t**1.5 + rng.normal(0, 0.002, t.size)
speed = np.empty_like(way)
speed[1:-1] = (way[2:] - way[:-2]) / (2 * dt)
speed[0] = (way[1] - way[0]) / dt
speed[-1] = (way[-1] - way[-2]) / dt
push = np.gradient(speed, dt)
work = 35.0 * np.trapezoid(push * speed, dx=dt)
print(f"top speed {speed.max():.5f} m/s")
print(f"work {work:.4f} J")
