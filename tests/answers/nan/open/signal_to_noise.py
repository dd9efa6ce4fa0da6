"""Levels of a tone in frames.

Symptom: -inf and nan
Culprit: half of the frames are silent: the logarithm of 0
Report: none
"""

import numpy as np


def spectrum(signal):
    return np.abs(np.fft.rfft(signal)) ** 2


def decibel(power):
    return 10 * np.log10(power)  # culprit


def main():
    t = np.arange(1024) / 1024
    signal = np.sin(2 * np.pi * 64 * t)
    signal[512:] = 0
    frames = signal.reshape(8, 128)
    levels = np.array([decibel(spectrum(frame)) for frame in frames])
    print("mean level:", levels.mean(), "spread:", levels.std())


main()
