"""How high the flood of a hundred years is, by the yearly highest levels of a creek.

Culprit: see after.py
"""

import numpy as np
from scipy import stats

rng = np.random.default_rng(15)
levels = stats.gumbel_r.rvs(loc=2.0, scale=0.5, size=60, random_state=rng)
years = np.arange(1960, 2020)

moments = levels.mean(), levels.std(ddof=1)
scale = moments[1] * np.sqrt(6) / np.pi
place = moments[0] - np.euler_gamma * scale
hundred = place - scale * np.log(-np.log(1 - 1 / 100))
ranked = np.sort(levels)[::-1]
returns = (len(levels) + 1) / np.arange(1, len(levels) + 1)
expected = place - scale * np.log(-np.log(1 - 1 / returns))
trend = np.polyfit(years - years.mean(), levels, 1)[0]

print(f"flood of a hundred years {hundred:.6f}")
print(f"distance from the line {np.abs(ranked - expected).mean():.6f}")
print(f"trend {trend:.7f} a year")
