"""Rows are centred.

Symptom: They are not.
Culprit: Means of rows are taken from columns.
Report: none
"""

import numpy as np

rng = np.random.default_rng(0)
x = rng.normal(size=(5, 4))
z = (x - x.mean(axis=1)[:4]) / x.std(axis=0)  # culprit
print(z.mean(axis=0))
