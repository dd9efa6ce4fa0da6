"""Share of slow-wave power in a night of sleep EEG."""

import numpy as np
from scipy import signal

RATE = 250.0
LOW, HIGH = 0.45, 1.3
ORDER = 4
SETTLE = 20


def night(seconds=240, seed=20):
    rng = np.random.default_rng(seed)
    t = np.arange(int(seconds * RATE)) / RATE
    slow = 30.0 * np.sin(2 * np.pi * 0.75 * t) * (0.6 + 0.4 * np.sin(2 * np.pi * t / 60))
    alpha = 12.0 * np.sin(2 * np.pi * 10.0 * t)
    return t, slow + alpha + rng.normal(0, 8.0, t.size)


t, eeg = night()
sos = signal.butter(ORDER, [LOW, HIGH], btype="bandpass", fs=RATE, output="sos")
slow = signal.sosfilt(sos, eeg)
settle = int(SETTLE * RATE)
power = np.mean(slow[settle:] ** 2)
total = np.mean(eeg[settle:] ** 2)

below = slow[settle:-1] < 0
above = slow[settle + 1 :] >= 0
crossings = np.sum(below & above)

print(f"slow waves counted: {crossings}")
print(f"slow-wave power: {power:.2f} uV2")
print(f"share of the total power: {power / total:.4f}")
