"""Smooth the humidity of a cellar exponentially and find the highest smoothed value."""

import numpy as np

rng = np.random.default_rng(18)

n = 500
hours = np.arange(n)
season = 8 * np.sin(hours / 60)
humidity = 62 + season + rng.normal(0, 4, n)
alpha = 0.1
limit = 68.0

print("readings:", n)
print("raw maximum:", humidity.max().round(2))

# exponential smoothing
smooth = np.empty(n)
smooth[0] = humidity[0]
for i in range(1, n):
    smooth[i] = alpha * humidity[i] + (1 - alpha) * smooth[i - 1]

damp = smooth > limit
print("damp hours:", int(damp.sum()))
print("first damp hour:", int(np.argmax(damp)))
print("smoothed maximum:", smooth.max())
