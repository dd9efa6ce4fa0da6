"""The mean direction of the wind, in degrees.

Symptom: North winds have a mean from the south.
Culprit: Directions go round at 360.
Report: none
"""

import numpy as np

direction = np.random.default_rng(2).normal(0, 12, 400) % 360
print("mean direction:", direction.mean())  # culprit
