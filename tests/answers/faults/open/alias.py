"""A copy is doubled.

Symptom: The original is doubled, too.
Culprit: `copy = original` copies nothing.
Report: none
"""

import numpy as np

original = np.arange(5.0)
copy = original  # culprit
copy *= 2
print(original.sum() - copy.sum(), original)
