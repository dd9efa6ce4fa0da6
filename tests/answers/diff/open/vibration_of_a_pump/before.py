"""Look for the hum of a worn bearing in the vibration of a pump."""

import numpy as np
from scipy import signal

RATE = 8000
KEEP = 8

rng = np.random.default_rng(14)
time = np.arange(4 * RATE) / RATE
vibration = np.sin(2 * np.pi * 49.0 * time) + 0.3 * np.sin(2 * np.pi * 118.0 * time)
vibration += 0.5 * np.sin(2 * np.pi * 2120.0 * time) + rng.normal(0.0, 0.2, time.size)

slow = signal.decimate(vibration, KEEP)
frequencies, power = signal.welch(slow, fs=RATE / KEEP, nperseg=1024)
peaks, _ = signal.find_peaks(power, height=0.002)
for peak in peaks:
    print(f"{frequencies[peak]:6.1f} Hz  {power[peak]:.5f}")
print(f"share of power below 100 Hz: {power[frequencies < 100].sum() / power.sum():.4f}")
