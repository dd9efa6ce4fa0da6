"""The work of a pump over one turn, from its pressure and volume.

Symptom: none
Culprit: none
Tempts: check-up: an integral over points, whose distance is given.
Report: none
"""

import numpy as np

time = np.linspace(0.0, 2.0, 241)
pressure = 2.0e5 + 4.0e4 * np.sin(np.pi * time)
flow = 3.0e-4 * (1 + np.sin(np.pi * time + 0.3))
power = pressure * flow
work = np.trapezoid(power, time)
print("joules:", work)
