"""The tax bracket of each income.

Symptom: Incomes of 35,000 land in the wrong bracket.
Culprit: The limits are not sorted.
Report: none
"""

import numpy as np

limits = np.array([10_000, 60_000, 30_000, 90_000])
rates = np.array([0.0, 0.1, 0.2, 0.3, 0.4])
incomes = np.array([8_000, 35_000, 70_000, 120_000, 25_000])
print((rates[np.searchsorted(limits, incomes)] * incomes).sum())  # culprit
