"""Find the pulse in the light that comes through a wrist.

Symptom: less power in the band, and a slightly slower pulse
Culprit: the band's edges are fractions of the sampling rate, not of half of it
Report: none
"""

from dataclasses import dataclass

import numpy as np
from scipy.signal import butter, filtfilt, find_peaks


@dataclass
class Recording:
    """Samples at a steady rate in Hz."""

    samples: np.ndarray
    rate: float = 100.0

    def band(self, low, high, order=3):
        edges = np.array([low, high]) / self.rate  # culprit
        b, a = butter(order, edges, btype="band")
        return Recording(filtfilt(b, a, self.samples), self.rate)

    @property
    def power(self):
        return np.mean(self.samples**2)

    def beats(self, apart=0.4, prominence=0.3):
        peaks, _ = find_peaks(self.samples, distance=int(apart * self.rate), prominence=prominence)
        return peaks

    def pulse(self):
        return 60 * self.rate / np.diff(self.beats()).mean()


def light(seed, rate=100.0, seconds=40):
    rng = np.random.default_rng(seed)
    time = np.arange(int(rate * seconds)) / rate
    beat = 0.8 * np.sin(2 * np.pi * 1.2 * time) + 0.3 * np.sin(2 * np.pi * 2.4 * time + 0.5)
    breath = 1.5 * np.sin(2 * np.pi * 0.25 * time)
    return Recording(beat + breath + 0.4 * rng.standard_normal(len(time)), rate)


raw = light(seed=8)
clean = raw.band(0.7, 4.0)
print(f"{len(clean.beats())} beats, {clean.pulse():.4f} a minute")
print(f"power {clean.power:.6f}")
print(f"share of the whole {np.var(clean.samples) / np.var(raw.samples):.5f}")
