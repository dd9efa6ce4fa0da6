"""The mean colour of a picture.

Symptom: All three are alike.
Culprit: `reshape` does not move the channels to the end.
Report: none
"""

import numpy as np

rng = np.random.default_rng(0)
channels_first = rng.normal(size=(3, 8, 8))
image = channels_first.reshape(8, 8, 3)  # culprit
print(image.mean(axis=(0, 1)))
