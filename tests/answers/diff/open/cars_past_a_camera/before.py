"""Find the frames of a traffic camera in which something moves."""

import numpy as np


def film(frames, rng):
    street = rng.integers(60, 140, (48, 80))
    result = []
    for k in range(frames):
        frame = street + rng.integers(-3, 4, street.shape)
        if 10 <= k < 22:
            left = 5 * (k - 10)
            frame[18:26, left : left + 12] = 25
        if 30 <= k < 38:
            left = 70 - 8 * (k - 30)
            frame[30:36, left : left + 9] = 225
        result.append(frame)
    return np.clip(np.array(result), 0, 255)


movie = film(45, np.random.default_rng(88))
background = np.median(movie[:9], axis=0)
moved = []
for frame in movie:
    difference = np.abs(frame - background)
    moved.append((difference > 40).sum())
moved = np.array(moved)
print("frames with a car:", np.flatnonzero(moved > 30))
print("pixels that moved:", moved.sum())
print(f"mean difference {np.abs(np.diff(movie.astype(float), axis=0)).mean():.5f}")
