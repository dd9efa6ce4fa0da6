"""Let particles fly in a box and measure temperature and pressure."""

import numpy as np

SIDE, STEP, COUNT = 10.0, 0.01, 60


rng = np.random.default_rng(13)
place = rng.uniform(0, SIDE, (COUNT, 2))
speed = rng.normal(0, 1.5, (COUNT, 2))
push = 0.0
for _ in range(500):
    place += STEP * speed
    for axis in range(2):
        low = place[:, axis] < 0
        high = place[:, axis] > SIDE
        push += 2 * np.abs(speed[low | high, axis]).sum()
        speed[low | high, axis] *= -1
        place[low, axis] *= -1
        place[high, axis] = 2 * SIDE - place[high, axis]
    speed[:, 1] -= STEP * 0.2
temperature = 0.5 * (speed**2).sum(axis=1).mean()
print("temperature:", round(float(temperature), 6))
print("pressure:", round(float(push / (4 * SIDE * 500 * STEP)), 6))
