"""Measure colours of tiles, relative to the mean of each photo.

Symptom: brightness is 0
Culprit: the function changes the photo that it is given
Report: none
"""

import numpy as np

rng = np.random.default_rng(14)
photos = [rng.uniform(50, 200, (8, 8, 3)) for _ in range(5)]


def normalised(photo):
    photo -= photo.mean(axis=(0, 1))  # culprit
    return photo / photo.std()


contrasts = [float(normalised(photo).max()) for photo in photos]
brightness = [photo.mean() for photo in photos]
print("contrasts:", np.round(contrasts, 6))
print("brightness:", np.round(brightness, 6))
