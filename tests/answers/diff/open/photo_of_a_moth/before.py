"""Soften a picture with a 5x5 mean and measure its contrast."""

import numpy as np

rng = np.random.default_rng(12)
picture = rng.random((24, 32))
picture[8:16, 10:22] += 1.5
wide = np.pad(picture, 2, mode="edge")
soft = np.zeros_like(picture)
for i in range(picture.shape[0]):
    for j in range(picture.shape[1]):
        soft[i, j] = wide[i : i + 5, j : j + 5].mean()
detail = picture - soft
print(f"contrast {soft.std():.6f}, detail {np.abs(detail).mean():.6f}")
print("corner", soft[0, :3].round(5).tolist())
