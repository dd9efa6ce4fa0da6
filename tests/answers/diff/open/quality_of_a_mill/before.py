"""Intervals for the mean hardness of the grain of each supplier of a mill.

Culprit: see after.py
"""

import numpy as np
from scipy import stats

rng = np.random.default_rng(3)
LEVEL = 0.95
suppliers = {
    name: rng.normal(mean, 3.0, size) for name, mean, size in [("A", 52, 18), ("B", 55, 40), ("C", 49, 9)]
}

low, high = {}, {}
for name, hardness in suppliers.items():
    mean = hardness.mean()
    error = hardness.std(ddof=1) / np.sqrt(len(hardness))
    factor = stats.t.ppf(1 - (1 - LEVEL) / 2, len(hardness) - 1)
    low[name], high[name] = mean - factor * error, mean + factor * error
    print(f"{name}: {mean:.4f} between {low[name]:.5f} and {high[name]:.5f}")

apart = [(a, b) for a in low for b in low if a < b and (high[a] < low[b] or high[b] < low[a])]
print("apart", apart)
print(f"widest {max(high[name] - low[name] for name in low):.6f}")
