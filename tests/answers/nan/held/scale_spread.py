"""Spread of repeated weighings on a balance, with running sums as the firmware keeps them.

Symptom: The program prints NaN or inf.
Culprit: E[x^2] - E[x]^2 cancels to a negative number, sqrt.
Report: ajithabhks/sigmt#15
"""

import numpy as np

rng = np.random.default_rng(10)


class Running:
    def __init__(self):
        self.n = 0
        self.total = 0.0
        self.total_sq = 0.0

    def add(self, x):
        self.n += 1
        self.total += x
        self.total_sq += x * x

    def mean(self):
        return self.total / self.n

    def std(self):
        m = self.mean()
        return np.sqrt(self.total_sq / self.n - m * m)  # culprit


def weigh(true_mass, n):
    """Readings in micrograms, the balance repeats to a hundredth of one."""
    return true_mass + rng.normal(0, 0.01, n)


spreads = []
for mass in (5.0e6, 2.0e7, 5.0e7, 1.0e8, 2.0e8):
    stats = Running()
    for reading in weigh(mass, 250):
        stats.add(reading)
    spreads.append(stats.std())
    print(f"mass {mass:12.1f}  mean {stats.mean():14.4f}")

print("mean spread (micrograms):", np.mean(spreads))
