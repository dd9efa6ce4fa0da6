"""Fit the price of cheese to its age by gradient descent.

Culprit: see after.py
"""

import numpy as np

rng = np.random.default_rng(19)
age = rng.uniform(1, 24, 70)
fat = rng.uniform(20, 50, 70)
price = 8 + 0.9 * age + 0.1 * fat + rng.normal(0, 0.7, 70)
x = np.column_stack([age, fat])
mean = x.mean(axis=0)
std = x.std(axis=0)
x = (x - mean) / std
weights = np.zeros(2)
bias = 0.0
for step in range(80):
    guess = x @ weights + bias
    error = guess - price
    weights = weights - 0.1 * (x.T @ error) / 70
    bias = bias - 0.1 * error.mean()
slope = weights / std
start = bias - (slope * mean).sum()
print(f"a month {slope[0]:.6f}, a percent of fat {slope[1]:.6f}, start {start:.5f}")
print(f"error {np.sqrt((error**2).mean()):.6f}")
print(f"a cheese of a year {start + slope[0] * 12 + slope[1] * 35:.5f}")
