"""How long people wait at a bakery with two tills.

Culprit: see after.py
"""

import numpy as np

rng = np.random.default_rng(22)
arrivals = np.cumsum(rng.exponential(1.0, 400))
service = rng.gamma(2.0, 0.85, 400)

free = np.zeros(2)
waits = np.empty(400)
busy = np.zeros(2)
for guest in range(400):
    till = int(np.argmin(free))
    start = max(arrivals[guest], free[till])
    waits[guest] = start - arrivals[guest]
    free[till] = start + service[guest]
    busy[till] += service[guest]

print(f"mean wait {waits.mean():.6f}, longest {waits.max():.6f}")
print(f"no wait {np.mean(waits == 0):.5f}")
print(f"busy {(busy / free.max()).round(5)}")
