"""Traffic between six exchanges, as shares of what each one sends.

Symptom: The shares of an exchange do not add up to 1.
Culprit: Sums of rows divide the columns.
Report: none
"""

import numpy as np

rng = np.random.default_rng(1)
traffic = rng.gamma(1.0, 50.0, size=(6, 6))
np.fill_diagonal(traffic, 0)
sent = np.sum(traffic, axis=1)
share = traffic / sent  # culprit
print(share.round(2), share.sum(axis=1))
