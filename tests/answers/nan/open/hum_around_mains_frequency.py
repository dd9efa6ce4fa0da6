"""Extract the mains hum around 50 Hz from a sound recording.

Symptom: the level of the hum is nan although the recording has no missing sample.
Culprit: a band of 49 to 51 Hz at 44 kHz and order 5 in (b, a) form is unstable: the output grows to inf.
Report: scipy/scipy#8339
"""

import numpy as np
from scipy.signal import butter, lfilter

RATE = 44_000


def record(seconds=3.0, seed=0):
    time = np.arange(int(RATE * seconds)) / RATE
    rng = np.random.default_rng(seed)
    voice = 0.4 * np.sin(2 * np.pi * 440 * time) * np.sin(2 * np.pi * 1.3 * time) ** 2
    return voice + 0.05 * np.sin(2 * np.pi * 50 * time) + rng.normal(0, 0.01, time.size)


def band(sound, low, high, order=5):
    b, a = butter(order, [low, high], btype="bandpass", fs=RATE)  # culprit
    return lfilter(b, a, sound)


def level(sound):
    """Return the level in decibel."""
    return 20 * np.log10(np.sqrt(np.mean(np.square(sound[RATE:]))))


sound = record()
for low, high in [(300, 600), (49, 51)]:
    print(f"{low:3d} to {high:3d} Hz: {level(band(sound, low, high)):.1f} dB")
