"""Doses from 1.0 to 1.2 in steps of 0.1.

Symptom: There is a dose of 1.3.
Culprit: The last step lies below the end by rounding.
Report: none
"""

import numpy as np

doses = np.arange(1.0, 1.3, 0.1)  # culprit
effect = 5 * doses**2
print(doses.size, "doses, mean effect", effect.mean())
