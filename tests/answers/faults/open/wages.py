"""A rise of 5 % for all.

Symptom: Nobody gets it.
Culprit: The loop gives a name another value, and changes no array.
Report: none
"""

import numpy as np

wages = np.array([2500.0, 3100.0, 2800.0])
for wage in wages:
    wage = wage * 1.05  # culprit
print("sum:", wages.sum())
