"""Votes before and after a recount.

Symptom: Both totals are equal.
Culprit: `after = before` copies nothing.
Report: none
"""

import numpy as np

before = np.array([310.0, 290.0, 45.0])
after = before  # culprit
after[1] += 12
after[2] -= 3
print("totals", before.sum(), after.sum(), "largest", before.max(), after.max())
