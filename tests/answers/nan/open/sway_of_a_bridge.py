"""Remove the slow drift from the acceleration of a bridge.

Symptom: the filtered signal is nan nearly everywhere.
Culprit: the filter is designed as an analog one, but runs in discrete time, where it is unstable.
Report: scipy/scipy#8166
"""

import numpy as np
from scipy import signal

RATE = 100.0


def record(seconds=120.0, seed=3):
    time = np.arange(int(RATE * seconds)) / RATE
    rng = np.random.default_rng(seed)
    return (
        np.cos(2 * np.pi * 0.01 * time) + 0.1 * np.sin(2 * np.pi * 3 * time) + rng.normal(0, 0.01, time.size)
    )


def design(cutoff, order=5):
    return signal.butter(order, 2 * np.pi * cutoff, btype="highpass", analog=True)  # culprit


b, a = design(1.0)
clean = signal.filtfilt(b, a, record())
print("largest acceleration:", np.abs(clean).max())
print("root mean square:", np.sqrt(np.mean(clean**2)))
