"""Take the slow drone out of a recording of an engine.

Symptom: the loudness of the filtered sound is nan.
Culprit: a band of 0.1 Hz at 8 kHz with order 8 as one transfer function is unstable; second-order sections are not.
Report: scipy/scipy#2443
"""

import numpy as np
from scipy import signal

RATE = 8000


def recording(seconds, seed):
    rng = np.random.default_rng(seed)
    time = np.arange(int(seconds * RATE)) / RATE
    return (
        np.sin(2 * np.pi * 440 * time) + 0.5 * np.sin(2 * np.pi * 2 * time) + 0.1 * rng.normal(size=len(time))
    )


def drone(sound, low=1.95, high=2.05):
    b, a = signal.butter(8, [low, high], btype="band", fs=RATE)  # culprit
    return signal.lfilter(b, a, sound)  # culprit, too


def loudness(sound):
    return 10 * np.log10(np.mean(sound**2))


sound = recording(2.0, seed=1)
with np.errstate(all="ignore"):
    rest = sound - drone(sound)
    print("before:", round(float(loudness(sound)), 2), "dB")
    print("after:", loudness(rest), "dB")
