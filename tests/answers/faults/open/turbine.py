"""The energy of a device at rest over a month, second by second.

Symptom: It is 4 % too high at the end.
Culprit: The running sum is kept in float32, and each step is rounded.
Report: none
"""

import numpy as np

seconds = 30 * 86_400
power = np.full(seconds, 0.7, dtype=np.float32)
power[::3600] = 2.1
energy = np.cumsum(power)  # culprit
print("joules:", energy[-1], "of which the last day:", energy[-1] - energy[-86_400])
