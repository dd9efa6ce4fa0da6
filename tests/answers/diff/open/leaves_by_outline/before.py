"""Tell leaves apart by the outline's Fourier descriptors.

Culprit: see after.py
"""

import numpy as np

rng = np.random.default_rng(7)
COUNT, POINTS, KEPT = 30, 64, 8
angle = np.arange(POINTS) / POINTS * 2 * np.pi
kind = rng.integers(0, 3, COUNT)
radius = 1 + 0.3 * np.cos((kind[:, None] + 2) * angle) + 0.05 * rng.standard_normal((COUNT, POINTS))
outline = radius * np.exp(1j * (angle + rng.uniform(0, 6, (COUNT, 1)))) * rng.uniform(0.5, 2, (COUNT, 1))

features = np.empty((COUNT, KEPT))
for leaf in range(COUNT):
    spectrum = np.abs(np.fft.fft(outline[leaf]))
    features[leaf] = spectrum[2 : 2 + KEPT] / spectrum[1]
centre = np.array([features[kind == one].mean(axis=0) for one in range(3)])
distance = ((features[:, None] - centre) ** 2).sum(axis=2)
said = distance.argmin(axis=1)

print(f"right {np.mean(said == kind):.4f}")
print(f"nearest {np.sqrt(distance.min(axis=1)).mean():.7f}")
print("spread", features.std(axis=0).round(6))
