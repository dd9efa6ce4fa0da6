"""The spread of three prices, and the mean of all.

Symptom: The mean is too small.
Culprit: `first` is a view, and is centred in place.
Report: none
"""

import numpy as np

prices = np.array([10.0, 12.0, 9.0, 14.0, 11.0])
first = prices[:3]
first -= first.mean()  # culprit
print(first.std(), prices.mean())
