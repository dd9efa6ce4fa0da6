"""Sum the hours of nurses on three wards, with a supplement for nights and Sundays."""

import numpy as np

rng = np.random.default_rng(14)
ward = rng.integers(0, 3, 900)
start = rng.integers(0, 24, 900)
weekday = rng.integers(0, 7, 900)
hours = rng.uniform(4.0, 12.0, 900)

paid = np.zeros(3)
for i in range(900):
    factor = 1.0
    if start[i] >= 20 or start[i] < 6:
        factor += 0.25
    if weekday[i] == 6:
        factor += 0.5
    paid[ward[i]] += hours[i] * factor

for number, value in enumerate(paid):
    print(f"ward {number}: {value:.3f} h")
