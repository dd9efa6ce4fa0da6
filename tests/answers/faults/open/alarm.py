"""The first hour above 30 degrees at each station.

Symptom: A cool station has its alarm at hour 0.
Culprit: argmax of no True is 0.
Report: none
"""

import numpy as np

heat = np.array([[20.0, 25.0, 31.0, 33.0], [15.0, 18.0, 21.0, 19.0], [22.0, 30.5, 32.0, 29.0]])
first = np.argmax(heat > 30, axis=1)  # culprit
print("mean hour of the alarm:", first.mean())
