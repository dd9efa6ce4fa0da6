"""Compound yearly growth of profits for a small portfolio of companies.

Symptom: The program prints NaN or inf.
Culprit: Negative ratio to a fractional power.
Report: numpy/numpy#17226
"""

import numpy as np

rng = np.random.default_rng(12)

YEARS = 5
names = ["Alder", "Birch", "Cedar", "Dogwood", "Elm", "Fir"]
start = np.array([12.0, 8.5, 30.2, 4.1, 16.0, 9.9])
growth = np.array([0.05, 0.11, 0.02, -0.04, 0.08, 0.03])
end = start * (1 + growth) ** YEARS
end = end + rng.normal(0, 0.3, size=end.size)
end[3] = -1.2  # Dogwood closed the year with a loss


def cagr(first, last, years):
    ratio = last / first
    return ratio ** (1.0 / years) - 1.0  # culprit


def weighted(values, weights):
    return float(np.sum(values * weights) / np.sum(weights))


rates = cagr(start, end, YEARS)
for name, a, b in zip(names, start, end):
    print(f"{name:8s} {a:6.1f} -> {b:6.1f}")

print("portfolio growth per year:", weighted(rates, start))
