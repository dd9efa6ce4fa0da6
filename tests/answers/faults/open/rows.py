"""Four rows, each with a number.

Symptom: All rows hold the last.
Culprit: The list holds one array four times.
Report: none
"""

import numpy as np

grid = [np.zeros(3)] * 4
for i in range(4):
    grid[i][0] = i + 1.0  # culprit
print(np.array(grid))
