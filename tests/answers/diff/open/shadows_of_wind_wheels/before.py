"""What wind wheels lose in each other's wake.

Culprit: none: equal
"""

import numpy as np

rng = np.random.default_rng(2)
COUNT, RADIUS, THRUST, SPREAD = 25, 40.0, 0.75, 0.05
x = rng.uniform(0, 4000, COUNT)
y = rng.uniform(0, 1500, COUNT)
FREE = 9.0

speed = np.empty(COUNT)
for i in range(COUNT):
    losses = 0.0
    for j in range(COUNT):
        if x[j] >= x[i]:
            continue
        radius = RADIUS + SPREAD * (x[i] - x[j])
        if abs(y[i] - y[j]) < radius:
            loss = (1 - np.sqrt(1 - THRUST)) * (RADIUS / radius) ** 2
            losses += loss**2
    speed[i] = FREE * (1 - np.sqrt(losses))
power = 0.5 * 1.225 * np.pi * RADIUS**2 * 0.4 * speed**3 / 1e6

print(f"mean speed {speed.mean():.6f}")
print(f"power {power.sum():.6f} MW, lost {1 - (speed**3).mean() / FREE**3:.6f}")
print("worst three", np.argsort(speed, kind="stable")[:3])
