"""Count the breaths of a diver from the pressure in the hose, which also holds waves and a pump.

Symptom: no breath is found, and the strength of the breath is nan.
Culprit: a band-pass of order 8 for 0.1 to 0.5 Hz at 500 Hz in the form b, a is not stable in double precision.
Report: none
"""

import numpy as np
from scipy import signal

RATE = 500.0
BAND = (0.1, 0.5)


def hose(seconds, rng):
    """Return time and pressure in hPa: breath, swell, pump and noise, and a few missing samples."""
    time = np.arange(0.0, seconds, 1.0 / RATE)
    breath = 2.0 * np.sin(2 * np.pi * 0.23 * time)
    swell = 8.0 * np.sin(2 * np.pi * 0.045 * time + 1.0)
    pump = 1.5 * np.sin(2 * np.pi * 31.0 * time)
    pressure = 1040.0 + breath + swell + pump + rng.normal(0, 0.4, time.size)
    pressure[[1200, 1201, 9000]] = np.nan
    return time, pressure


def filled(time, pressure):
    good = np.isfinite(pressure)
    return np.interp(time, time[good], pressure[good])


class Band:
    def __init__(self, low, high, rate, order):
        self.low, self.high, self.rate, self.order = low, high, rate, order

    def design(self):
        wanted = [self.low / (self.rate / 2), self.high / (self.rate / 2)]
        return signal.butter(self.order, wanted, btype="bandpass")  # culprit

    def apply(self, values):
        b, a = self.design()
        return signal.filtfilt(b, a, values - values.mean())  # culprit, too


def breaths(values, rate):
    strength = np.sqrt(np.mean(values**2))
    tops, _ = signal.find_peaks(values, height=0.5 * strength, distance=rate)
    return len(tops), strength


def main():
    time, pressure = hose(120.0, np.random.default_rng(31))
    pressure = filled(time, pressure)
    narrow = Band(*BAND, rate=RATE, order=8).apply(pressure)
    count, strength = breaths(narrow, RATE)
    print(f"pressure {pressure.mean():.2f} hPa, from {pressure.min():.2f} to {pressure.max():.2f}")
    print(f"{count} breaths in {time[-1]:.0f} s, strength {strength:.3f} hPa")


main()
