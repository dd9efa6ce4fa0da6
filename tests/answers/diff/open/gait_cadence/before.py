"""Steps a minute from an accelerometer on the hip.

Low-passes the vertical acceleration, finds the peaks and prints cadence, number of
steps and the remaining amplitude.

Culprit: see after.py.
"""

import numpy as np
from scipy.signal import butter, filtfilt, find_peaks

FS = 100.0
CUTOFF = 3.0


def walk(seconds=30, seed=6):
    rng = np.random.default_rng(seed)
    t = np.arange(0, seconds, 1 / FS)
    step = 1.2 * np.sin(2 * np.pi * 1.9 * t)
    heel = 0.5 * np.sin(2 * np.pi * 3.8 * t + 0.4)
    return t, step + heel + rng.normal(0, 0.4, t.size)


t, acceleration = walk()
b, a = butter(4, CUTOFF, fs=FS)
smooth = filtfilt(b, a, acceleration)
peaks, _ = find_peaks(smooth, height=0.3, distance=int(0.3 * FS))
cadence = 60.0 / np.mean(np.diff(t[peaks]))
print(f"steps {peaks.size}, cadence {cadence:.2f} a minute")
print(f"amplitude {smooth[peaks].mean():.4f}, rms {smooth.std():.4f}")
