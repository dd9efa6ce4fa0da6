"""Find the pulse in the light that comes through a wrist.

Culprit: see after.py
"""

import numpy as np
from scipy.signal import butter, filtfilt, find_peaks

RATE = 100.0
SECONDS = 40


def light(seed):
    rng = np.random.default_rng(seed)
    time = np.arange(int(RATE * SECONDS)) / RATE
    beat = 0.8 * np.sin(2 * np.pi * 1.2 * time) + 0.3 * np.sin(2 * np.pi * 2.4 * time + 0.5)
    breath = 1.5 * np.sin(2 * np.pi * 0.25 * time)
    return time, beat + breath + 0.4 * rng.standard_normal(len(time))


def band(signal, low, high, order=3):
    b, a = butter(order, [low / (RATE / 2), high / (RATE / 2)], btype="band")
    return filtfilt(b, a, signal)


def pulse(signal):
    peaks, _ = find_peaks(signal, distance=int(0.4 * RATE), prominence=0.3)
    return 60 * RATE / np.diff(peaks).mean(), peaks


time, raw = light(seed=8)
clean = band(raw, 0.7, 4.0)
rate, peaks = pulse(clean)
print(f"{len(peaks)} beats, {rate:.4f} a minute")
print(f"power {np.mean(clean**2):.6f}")
print(f"share of the whole {np.var(clean) / np.var(raw):.5f}")
