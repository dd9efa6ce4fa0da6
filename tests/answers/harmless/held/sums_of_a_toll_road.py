"""Add up the tolls of a motorway in two ways, in single precision and with compensation.

Symptom: none
Culprit: none
Tempts: diff and precision may accuse the order of the sums and the single precision; the report is rounded.
Report: none
"""

import math

import numpy as np


class Compensated:
    """Kahan's sum in single precision."""

    def __init__(self):
        self.total = np.float32(0.0)
        self.rest = np.float32(0.0)

    def add(self, value):
        value = value - self.rest
        total = self.total + value
        self.rest = (total - self.total) - value
        self.total = total


def tolls(seed=1924, count=3000):
    """Tolls in euros by gate; a car without a transponder has none yet and is billed later."""
    rng = np.random.default_rng(seed)
    amount = np.round(rng.gamma(2.0, 3.1, count), 2).astype(np.float32)
    amount[rng.random(count) < 0.02] = np.nan
    return amount, rng.integers(0, 5, count)


amount, gate = tolls()
billed = ~np.isnan(amount)
print(f"{(~billed).sum()} cars are billed later")
kahan = Compensated()
for value in amount[billed]:
    kahan.add(value)
exact = math.fsum(amount[billed].astype(float))
pairwise = float(amount[billed].sum(dtype=np.float32))
print(f"compensated {float(kahan.total):.0f}, pairwise {pairwise:.0f}, exact {exact:.0f}")
for k in range(5):
    print(f"gate {k}: {np.nansum(amount[gate == k], dtype=np.float64):.1f} euros")
print(f"dearest {np.nanmax(amount):.2f}, mean {np.nanmean(amount, dtype=np.float64):.3f}")
