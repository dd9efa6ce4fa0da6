"""Heart rate from a chest strap: low-pass the signal, count the beats.

Symptom: The last number is another one.
Culprit: Butter's cutoff divided by fs instead of fs/2.
Report: cortex-lab/KiloSort#16
"""

import numpy as np
from scipy.signal import butter, filtfilt, find_peaks

FS = 50.0
CUTOFF = 2.0  # Hz


def simulate(seconds=60, seed=27):
    rng = np.random.default_rng(seed)
    t = np.arange(0, seconds, 1 / FS)
    rate = 1.2 + 0.05 * np.sin(2 * np.pi * 0.1 * t)
    phase = 2 * np.pi * np.cumsum(rate) / FS
    pulse = np.maximum(np.sin(phase), 0) ** 3 + 0.25 * np.sin(2 * phase)
    breathing = 0.3 * np.sin(2 * np.pi * 0.25 * t)
    return pulse + breathing + 0.35 * rng.normal(size=t.size)


def lowpass(x, cutoff, fs, order=4):
    b, a = butter(order, cutoff / fs)  # culprit
    return filtfilt(b, a, x)


signal = simulate()
smooth = lowpass(signal, CUTOFF, FS)
peaks, _ = find_peaks(smooth, prominence=0.4)
print("samples:", signal.size)
print("signal deviation:", signal.std().round(3))
print("pulse amplitude:", smooth.std().round(3))
print("beats per minute:", len(peaks))
