"""Count the breaths of a sleeper from a noisy belt sensor."""

import numpy as np
from scipy import signal

rate = 20.0
t = np.arange(0, 60, 1 / rate)
rng = np.random.default_rng(17)
belt = (
    np.sin(2 * np.pi * 0.25 * t) + 0.4 * np.sin(2 * np.pi * 3.1 * t) + rng.normal(0, 0.3, t.size) + 0.01 * t
)
b, a = signal.butter(3, [0.1, 0.6], btype="band", fs=rate)
breathing = signal.filtfilt(b, a, belt)
peaks, _ = signal.find_peaks(breathing, height=0.3, distance=rate)
pause = np.diff(peaks) / rate
print("breaths", len(peaks))
print("longest pause", round(pause.max(), 4))
print("depth", round(float(np.sqrt(np.mean(breathing**2))), 5))
