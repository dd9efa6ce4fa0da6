"""Compute features of overlapping windows of an ECG and the drift of the whole record.

Symptom: The baseline of the whole record is printed as -0.145 instead of 0.563, and the windows' energies double.
Culprit: `window` is a view of half-overlapping pieces: `window -= window.mean()` changes the record itself.
Report: EIT-ALIVE/eitprocessing#284
"""

import numpy as np


def make_record(samples=2000, rate=250.0):
    t = np.arange(samples) / rate
    rng = np.random.default_rng(11)
    beats = np.exp(-(((t % 0.8) - 0.4) ** 2) / 0.0008)
    drift = 0.3 + 0.05 * t
    return beats + drift + rng.normal(0, 0.01, samples)


class WindowFeatures:
    def __init__(self, length, hop):
        self.length = length
        self.hop = hop

    def compute(self, signal):
        rows = []
        for start in range(0, len(signal) - self.length + 1, self.hop):
            window = signal[start : start + self.length]  # culprit
            window -= window.mean()
            rows.append((np.ptp(window), np.mean(window**2)))
        return np.array(rows)


record = make_record()
features = WindowFeatures(length=400, hop=200).compute(record)
print("windows:", len(features))
print("mean peak to peak:", round(float(features[:, 0].mean()), 5))
print("mean energy:      ", round(float(features[:, 1].mean()), 6))
print("baseline of the record:", round(float(record.mean()), 5))
