"""Shares of a total.

Symptom: All are 0.
Culprit: `//` drops the fractions.
Report: none
"""

import numpy as np

counts = np.array([3, 8, 12, 20])
share = counts // counts.sum()  # culprit
print(share, share.max())
