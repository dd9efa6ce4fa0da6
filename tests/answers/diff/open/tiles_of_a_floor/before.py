"""Measure colours of tiles, relative to the mean of each photo."""

import numpy as np

rng = np.random.default_rng(14)
photos = [rng.uniform(50, 200, (8, 8, 3)) for _ in range(5)]


def normalised(photo):
    result = photo.copy()  # culprit, too
    result -= result.mean(axis=(0, 1))
    return result / result.std()


contrasts = [normalised(photo).max() for photo in photos]
brightness = [photo.mean() for photo in photos]
print("contrasts:", np.round(contrasts, 6))
print("brightness:", np.round(brightness, 6))
