"""The volume of a flood, from its hydrograph.

Symptom: The volume is too small.
Culprit: Times are not in their order.
Report: none
"""

import numpy as np

hours = np.array([0.0, 1.0, 2.0, 5.0, 3.0, 4.0, 6.0])
flow = np.array([2.0, 8.0, 20.0, 6.0, 15.0, 10.0, 3.0])
print("volume:", np.trapezoid(flow, hours) * 3600)  # culprit
