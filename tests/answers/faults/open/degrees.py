"""Heights by angle.

Symptom: Some are negative.
Culprit: The angles are degrees.
Report: none
"""

import numpy as np

angle = np.array([0.0, 30.0, 45.0, 60.0, 90.0])
height = 10 * np.sin(angle)  # culprit
print(height)
