"""Look for the hum of a worn bearing in the vibration of a pump.

Symptom: there is a hum at 120 Hz that was not there, and the share of the low frequencies is smaller.
Culprit: every eighth sample is taken without the low-pass filter that `decimate` applies before.
Report: scipy/scipy#6071
"""

from dataclasses import dataclass

import numpy as np
from scipy import signal

RATE = 8000


@dataclass
class Spectrum:
    frequencies: np.ndarray
    power: np.ndarray

    def share_below(self, limit):
        return self.power[self.frequencies < limit].sum() / self.power.sum()

    def peaks(self, height):
        return signal.find_peaks(self.power, height=height)[0]


def measured(seconds, seed):
    rng = np.random.default_rng(seed)
    time = np.arange(seconds * RATE) / RATE
    vibration = np.sin(2 * np.pi * 49.0 * time) + 0.3 * np.sin(2 * np.pi * 118.0 * time)
    vibration += 0.5 * np.sin(2 * np.pi * 2120.0 * time) + rng.normal(0.0, 0.2, time.size)
    return vibration


def spectrum(vibration, keep=8):
    slow = vibration[::keep]  # culprit
    return Spectrum(*signal.welch(slow, fs=RATE / keep, nperseg=1024))  # culprit, too


def main():
    found = spectrum(measured(4, seed=14))
    for peak in found.peaks(height=0.002):
        print(f"{found.frequencies[peak]:6.1f} Hz  {found.power[peak]:.5f}")
    print(f"share of power below 100 Hz: {found.share_below(100):.4f}")


main()
