"""Measure when knocks arrive at the sensors of a water pipe.

Symptom: all onsets come some milliseconds later
Culprit: the filter runs forward only and delays the signal
Report: none
"""

import numpy as np
from scipy import signal

RATE = 4000
BAND = (200, 450)
ARRIVALS = np.array([0.11, 0.16, 0.24])


def records(seed):
    rng = np.random.default_rng(seed)
    time = np.arange(2000) / RATE
    since = time - ARRIVALS[:, None]
    knock = np.where(since > 0, np.exp(-since / 0.02) * np.sin(2 * np.pi * 320 * since), 0)
    return time, knock + rng.normal(0, 0.05, knock.shape)


class Picker:
    def __init__(self, share=0.3):
        self.sos = signal.butter(4, BAND, btype="bandpass", fs=RATE, output="sos")
        self.share = share

    def envelope(self, data):
        return np.abs(signal.hilbert(signal.sosfilt(self.sos, data)))  # culprit

    def onsets(self, time, data):
        envelope = self.envelope(data)
        loud = envelope > self.share * envelope.max(axis=1)[:, None]
        return time[loud.argmax(axis=1)]


time, data = records(seed=92)
onset = Picker().onsets(time, data)
print("onsets", np.round(onset, 5))
print(f"speed {1400 * (ARRIVALS[2] - ARRIVALS[0]) / (onset[2] - onset[0]):.4f}")
print(f"mean error {np.abs(onset - ARRIVALS).mean():.6f}")
print(f"loudest {np.abs(data).max():.5f}")
