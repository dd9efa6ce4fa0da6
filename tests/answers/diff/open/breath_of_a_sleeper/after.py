"""Count the breaths of a sleeper from a noisy belt sensor.

Symptom: the depth is smaller and the pauses differ a little from those of the old script.
Culprit: lfilter runs the filter forward only, so what it gives is delayed and filtered once; filtfilt ran it both ways.
Report: scipy/scipy#7145
"""

from dataclasses import dataclass

import numpy as np
from scipy import signal


@dataclass
class Belt:
    rate: float
    band: tuple = (0.1, 0.6)

    def breathing(self, raw):
        b, a = signal.butter(3, self.band, btype="band", fs=self.rate)
        return signal.lfilter(b, a, raw)  # culprit

    def breaths(self, raw):
        clean = self.breathing(raw)
        places, _ = signal.find_peaks(clean, height=0.3, distance=self.rate)
        return clean, places


def night(rate, seed=17):
    t = np.arange(0, 60, 1 / rate)
    rng = np.random.default_rng(seed)
    slow = np.sin(2 * np.pi * 0.25 * t)
    fast = 0.4 * np.sin(2 * np.pi * 3.1 * t)
    return slow + fast + rng.normal(0, 0.3, t.size) + 0.01 * t


def main():
    belt = Belt(20.0)
    clean, places = belt.breaths(night(belt.rate))
    print("breaths", len(places))
    print("longest pause", round((np.diff(places) / belt.rate).max(), 4))
    print("depth", round(float(np.sqrt(np.mean(clean**2))), 5))


main()
