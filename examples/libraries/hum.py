"""Take the hum of the mains out of a measurement with SciPy: numscope run hum.py [ORDER].

The signal is made here: a slow wave, noise, and hum of 50 Hz. The sensor was off for a part of the time.
"""

import sys

import numpy as np
from scipy import signal, stats

order = int(sys.argv[1]) if len(sys.argv) > 1 else 3
rate = 500.0
time = np.arange(0, 4, 1 / rate)
noise = np.random.default_rng(1).normal(scale=0.1, size=time.size)
wave = np.sin(2 * np.pi * 1.5 * time) + 0.5 * np.sin(2 * np.pi * 50 * time) + noise

low, high = signal.butter(order, 10.0, fs=rate)
clean = signal.filtfilt(low, high, wave)
frequencies, power = signal.welch(clean, fs=rate, nperseg=512)
print(f"strongest at {frequencies[power.argmax()]:.2f} Hz, spread {clean.std():.6f}")

parts = clean.reshape(8, -1).copy()
parts[5] = 0.0  # the sensor was off
shapes = stats.zscore(parts, axis=1)
print("most unusual value:", np.abs(shapes).max())
