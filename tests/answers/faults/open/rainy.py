"""Rain on dry days.

Symptom: The days without an umbrella are the last two.
Culprit: ~ of whole numbers gives -1 and -2, which are places.
Report: none
"""

import numpy as np

umbrella = np.array([1, 0, 0, 1, 1, 0])
rain = np.array([5.0, 0.1, 0.0, 7.5, 3.0, 0.2])
print("without:", rain[~umbrella].mean())  # culprit
