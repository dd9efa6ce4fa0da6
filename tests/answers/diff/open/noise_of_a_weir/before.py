"""The spectrum of the noise of a weir, by means over windows of its record.

Culprit: see after.py
"""

import numpy as np

rng = np.random.default_rng(50)
RATE, LENGTH, HOP = 2000, 512, 256
time = np.arange(8 * RATE) / RATE
record = rng.standard_normal(len(time)) + 0.8 * np.sin(2 * np.pi * 120 * time)

window = np.hanning(LENGTH)
scale = RATE * np.sum(window**2)
spectra = []
for start in range(0, len(record) - LENGTH + 1, HOP):
    part = record[start : start + LENGTH]
    part = (part - part.mean()) * window
    spectra.append(np.abs(np.fft.rfft(part)) ** 2 / scale)
density = np.mean(spectra, axis=0)
density[1:-1] *= 2
frequency = np.fft.rfftfreq(LENGTH, 1 / RATE)
band = (frequency > 100) & (frequency < 140)
power = density.sum() * frequency[1]

print(f"peak at {frequency[np.argmax(density)]:.3f} Hz, {density.max():.7f}")
print(f"power {power:.6f}, in the band {density[band].sum() * frequency[1]:.6f}")
print(f"middle {np.median(density):.8f}")
