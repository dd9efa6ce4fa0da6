"""From which weather to which: counts as probabilities of each row.

Symptom: Rows do not add up to 1.
Culprit: Sums of rows divide the columns.
Report: none
"""

import numpy as np

counts = np.array([[30.0, 5, 2], [8, 20, 4], [1, 3, 12]])
totals = counts.sum(axis=1)
chance = counts / totals  # culprit
print(chance.sum(axis=1))
