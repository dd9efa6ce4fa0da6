"""Fit a line to the logarithm of barley prices and foretell the next year."""

import numpy as np

rng = np.random.default_rng(14)
years = np.arange(1990, 2020)
price = 90 * np.exp(0.03 * (years - 1990) + rng.normal(0, 0.05, len(years)))
logs = np.log(price)  # culprit, too
slope, start = np.polyfit(years - 1990, logs, 1)
print(f"growth a year {slope:.6f}")
print(f"price of 2020 {np.exp(start + slope * 30):.4f}")
