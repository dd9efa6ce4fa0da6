"""Two purses that are filled apart.

Symptom: Both hold the same.
Culprit: One array has two names.
Report: none
"""

import numpy as np

food = rent = np.zeros(3)  # culprit
food += [120.0, 90.0, 110.0]
rent += [800.0, 800.0, 820.0]
print("food:", food.sum(), "rent:", rent.sum())
