"""A quantity is stepped forward in time.

Symptom: It ends at 5e16.
Culprit: Each step nearly doubles it.
Report: none
"""

import numpy as np

u = np.ones(5)
for step in range(60):
    u = u + 0.9 * u  # culprit
print(u.max())
