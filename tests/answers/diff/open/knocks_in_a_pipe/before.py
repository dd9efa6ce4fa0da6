"""Measure when knocks arrive at the sensors of a water pipe.

Culprit: see after.py
"""

import numpy as np
from scipy.signal import butter, hilbert, sosfiltfilt

RATE = 4000


def records(seed):
    rng = np.random.default_rng(seed)
    time = np.arange(2000) / RATE
    arrivals = np.array([0.11, 0.16, 0.24])
    knock = [
        np.where(time > a, np.exp(-(time - a) / 0.02) * np.sin(2 * np.pi * 320 * (time - a)), 0)
        for a in arrivals
    ]
    return time, np.array(knock) + rng.normal(0, 0.05, (3, time.size)), arrivals


time, data, arrivals = records(seed=92)
sos = butter(4, [200, 450], btype="bandpass", fs=RATE, output="sos")
clean = sosfiltfilt(sos, data, axis=1)
envelope = np.abs(hilbert(clean, axis=1))
threshold = 0.3 * envelope.max(axis=1, keepdims=True)
onset = time[(envelope > threshold).argmax(axis=1)]
lag = onset - onset[0]
print("onsets", np.round(onset, 5))
print(f"speed {1400 * (arrivals[2] - arrivals[0]) / lag[2]:.4f}")
print(f"mean error {np.abs(onset - arrivals).mean():.6f}")
print(f"loudest {np.abs(data).max():.5f}")
