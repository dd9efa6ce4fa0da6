"""Window an X-ray picture to 8 bits and count its grey levels."""

import numpy as np

rng = np.random.default_rng(9)
raw = rng.normal(1100, 260, (40, 50))
raw[10:25, 15:30] += 700
low, high = 600.0, 2000.0
grey = np.zeros(raw.shape, np.uint8)
for row in range(raw.shape[0]):
    for column in range(raw.shape[1]):
        level = (raw[row, column] - low) / (high - low) * 255
        grey[row, column] = round(min(max(level, 0.0), 255.0))
counts = np.bincount(grey.ravel(), minlength=256)
p = counts[counts > 0] / grey.size
print("mean grey", round(float(grey.mean()), 4))
print("entropy", round(float(-(p * np.log2(p)).sum()), 5))
print("white", int(counts[255]))
