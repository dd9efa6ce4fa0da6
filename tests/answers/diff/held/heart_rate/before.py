"""Heart rate from a chest strap: low-pass the signal, count the beats."""

import numpy as np
from scipy.signal import butter, filtfilt, find_peaks

rng = np.random.default_rng(27)

fs = 50.0
t = np.arange(0, 60, 1 / fs)
rate = 1.2 + 0.05 * np.sin(2 * np.pi * 0.1 * t)
phase = 2 * np.pi * np.cumsum(rate) / fs
pulse = np.maximum(np.sin(phase), 0) ** 3 + 0.25 * np.sin(2 * phase)
breathing = 0.3 * np.sin(2 * np.pi * 0.25 * t)
signal = pulse + breathing + 0.35 * rng.normal(size=t.size)

# smooth, keep everything below two hertz
cutoff = 2.0
b, a = butter(4, cutoff / (fs / 2))
smooth = filtfilt(b, a, signal)

peaks, _ = find_peaks(smooth, prominence=0.4)
print("samples:", signal.size)
print("signal deviation:", signal.std().round(3))
print("pulse amplitude:", smooth.std().round(3))
print("beats per minute:", len(peaks))
