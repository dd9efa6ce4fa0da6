"""Find the bed of a river in the echoes of a sonar.

Culprit: see after.py
"""

import numpy as np
from scipy.signal import butter, lfilter

RATE = 20000.0
SPEED = 1480.0


def pings(count, seed):
    rng = np.random.default_rng(seed)
    time = np.arange(800) / RATE
    depth = 6 + 2 * np.sin(np.arange(count) / 9) + rng.normal(0, 0.1, count)
    echoes = []
    for d in depth:
        delay = 2 * d / SPEED
        burst = np.exp(-(((time - delay) / 4e-4) ** 2)) * np.sin(2 * np.pi * 3000 * (time - delay))
        echoes.append(burst + rng.normal(0, 0.1, time.size))
    return time, np.array(echoes), depth


time, echoes, true_depth = pings(50, seed=33)
b, a = butter(2, [2000, 4000], btype="bandpass", fs=RATE)
found = np.zeros(50)
for i in range(50):
    filtered = lfilter(b, a, echoes[i])
    power = filtered**2
    envelope = np.convolve(power, np.ones(15) / 15, mode="same")
    found[i] = time[np.argmax(envelope)] * SPEED / 2
median = np.zeros(50)
for i in range(50):
    low, high = max(0, i - 2), min(50, i + 3)
    median[i] = np.median(found[low:high])
error = median - true_depth
print(f"mean depth {median.mean():.5f}, deepest {median.max():.5f}")
print(f"bias {error.mean():.5f}, spread {error.std():.5f}")
print(f"steps over half a metre {(np.abs(np.diff(median)) > 0.5).sum()}")
