"""Runoff of a catchment: rainfall weighted with a response that falls off with age."""

import numpy as np

rng = np.random.default_rng(29)

DAYS = 200
rain = rng.gamma(0.3, 6.0, DAYS)
# weight of the rain of 4, 3, 2, 1 and 0 days ago
response = np.array([0.05, 0.1, 0.2, 0.3, 0.35])
area = 41.0  # km2

flow = []
for day in range(len(response) - 1, len(rain)):
    window = rain[day - len(response) + 1 : day + 1]
    total = 0.0
    for w, r in zip(response, window):
        total += w * r
    flow.append(total)
flow = np.array(flow)

peak_day = int(flow.argmax()) + len(response) - 1
print("mean rain:", rain.mean().round(3), " mean flow:", flow.mean().round(3))
print("day of the highest flow:", peak_day)
print("volume of that day (m3):", round(flow.max() * area * 1000))
print("highest flow:", flow.max())
