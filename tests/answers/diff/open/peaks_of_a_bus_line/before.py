"""Which stops of a bus line are crowded, by the highest tenth of each hour.

Culprit: see after.py
"""

import numpy as np

rng = np.random.default_rng(5)
HOURS, DAYS, STOPS = 16, 60, 14
people = rng.poisson(rng.uniform(2, 25, (HOURS, 1, STOPS)), (HOURS, DAYS, STOPS)).astype(float)
seats = rng.integers(20, 40, STOPS)

limit = np.quantile(people, 0.9, axis=1)
lowest = np.quantile(people, 0.1, axis=1)
share = limit / seats
crowded = share > 0.8
score = np.where(crowded, share - 0.8, 0.0).sum(axis=0)

print(f"largest share {share.max():.5f}")
print(f"spread {np.mean(limit - lowest):.5f}")
print("crowded hours", crowded.sum(axis=0))
print(f"score {score.sum():.6f}")
