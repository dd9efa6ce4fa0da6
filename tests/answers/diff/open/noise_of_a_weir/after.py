"""The spectrum of the noise of a weir, by means over windows of its record.

Symptom: less power at all frequencies, the peak is at the same place
Culprit: the window's sum is squared in place of its elements
Report: none
"""

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view


class Welch:
    """Mean density of a record's parts that overlap by half."""

    def __init__(self, rate, length):
        self.rate = rate
        self.length = length
        self.window = np.hanning(length)

    @property
    def frequency(self):
        return np.fft.rfftfreq(self.length, 1 / self.rate)

    @property
    def scale(self):
        return self.rate * np.sum(self.window) ** 2  # culprit

    def parts(self, record):
        parts = sliding_window_view(record, self.length)[:: self.length // 2]
        return (parts - parts.mean(axis=1, keepdims=True)) * self.window

    def density(self, record):
        spectra = np.abs(np.fft.rfft(self.parts(record), axis=1)) ** 2
        density = spectra.mean(axis=0) / self.scale
        density[1:-1] *= 2
        return density


def weir(seed, rate, seconds=8):
    rng = np.random.default_rng(seed)
    time = np.arange(seconds * rate) / rate
    return rng.standard_normal(len(time)) + 0.8 * np.sin(2 * np.pi * 120 * time)


def main():
    welch = Welch(2000, 512)
    density = welch.density(weir(50, welch.rate))
    frequency = welch.frequency
    step = frequency[1]
    band = (frequency > 100) & (frequency < 140)
    print(f"peak at {frequency[density.argmax()]:.3f} Hz, {density.max():.7f}")
    print(f"power {density.sum() * step:.6f}, in the band {density[band].sum() * step:.6f}")
    print(f"middle {np.median(density):.8f}")


main()
