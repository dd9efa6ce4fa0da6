"""Count seals in a bay with a filter over a noisy series."""

import numpy as np
from scipy import signal

rng = np.random.default_rng(10)
time = np.arange(500)
counts = 40 + 10 * np.sin(time / 30) + rng.normal(0, 4, 500)
b, a = signal.butter(3, 0.1)
smooth = signal.filtfilt(b, a, counts)
peaks, _ = signal.find_peaks(smooth, prominence=3)
print("peaks:", peaks)
print("largest:", smooth.max())
print("mean:", smooth.mean())
