"""Measures how evenly church clocks strike, from recordings of their bells.

Symptom: the jitter of some clocks is nan, and with it the mean of the town
Culprit: the mean of squares less the square of the mean of single-precision times near 40000 s comes out below zero
Report: none
"""

import numpy as np

NAMES = ["St. Anna", "St. Vitus", "Town hall", "Old mill gate", "Harbour", "Abbey"]


class Recording:
    """The moments of one clock's strokes in seconds since midnight, as the recorder stores them."""

    def __init__(self, name, moments):
        self.name = name
        self.moments = np.asarray(moments, dtype=np.float32)

    def strokes(self):
        return self.moments[~np.isnan(self.moments)]

    def missing(self):
        return int(np.isnan(self.moments).sum())


def record(rng, name, even):
    """Eleven o'clock: strokes within half a second; traffic drowns some of them."""
    moments = 39600.0 + rng.uniform(0, 60) + np.abs(rng.normal(0, even, 11))
    moments[rng.random(11) < 0.1] = np.nan
    return Recording(name, moments)


def jitter(moments):
    """The standard deviation of the moments."""
    mean = moments.mean()
    variance = np.mean(moments * moments) - mean * mean  # culprit
    return np.sqrt(variance)


def late(recordings):
    """How many seconds each clock is behind the earliest one."""
    first = np.array([recording.strokes().min() for recording in recordings])
    return first - first.min()


def main():
    rng = np.random.default_rng(1111)
    recordings = [record(rng, name, 0.05 * (1 + k)) for k, name in enumerate(NAMES)]
    with np.errstate(invalid="ignore"):
        values = np.array([jitter(recording.strokes()) for recording in recordings])
    for recording, behind, value in zip(recordings, late(recordings), values, strict=True):
        print(f"{recording.name:14s} missing {recording.missing()}  behind {behind:7.3f}  jitter {value:.4f}")
    print("mean jitter", float(values.mean()))


main()
