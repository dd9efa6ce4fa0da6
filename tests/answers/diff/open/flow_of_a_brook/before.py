"""Route rain through a brook with a unit hydrograph and print its flood."""

import numpy as np

rng = np.random.default_rng(14)
rain = np.where(rng.random(96) < 0.25, rng.gamma(1.5, 3.0, 96), 0.0)
hours = np.arange(1, 25)
unit = hours * np.exp(-hours / 4.0)
unit /= unit.sum()
flow = np.zeros(len(rain) + len(unit) - 1)
for i, drop in enumerate(rain):
    for j, part in enumerate(unit):
        flow[i + j] += drop * part
base = 0.4
flow += base
print("peak", round(float(flow.max()), 6), "at hour", int(flow.argmax()))
print("volume", round(float(flow.sum()), 5))
