"""Count seals in a bay with a filter over a noisy series.

Symptom: peaks come later
Culprit: the filter runs in one direction only
Report: none
"""

import numpy as np
from scipy import signal

rng = np.random.default_rng(10)
time = np.arange(500)
counts = 40 + 10 * np.sin(time / 30) + rng.normal(0, 4, 500)
ORDER, CUTOFF = 3, 0.1
b, a = signal.butter(ORDER, CUTOFF)
smooth = signal.lfilter(b, a, counts)  # culprit
peaks, _ = signal.find_peaks(smooth, prominence=3)
print("peaks:", peaks)
print(f"largest: {smooth.max()}")
print("mean:", smooth.mean())
