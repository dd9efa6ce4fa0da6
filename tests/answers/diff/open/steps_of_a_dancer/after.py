"""Summarise the steps of a dancer from a sensor on the foot.

Symptom: functions took the place of the script; all numbers are the same
Culprit: none: equal
Report: none
"""

import numpy as np
from scipy.signal import find_peaks

RATE = 50


def sensor(seconds, seed):
    rng = np.random.default_rng(seed)
    time = np.arange(0, seconds, 1 / RATE)
    return time, np.abs(np.sin(np.pi * time / 0.6)) ** 6 + rng.normal(0, 0.03, time.size)


def smoothed(values, width=7):
    return np.convolve(values, np.full(width, 1 / width), mode="same")


def steps(values):
    return find_peaks(values, height=0.4, distance=15)[0]


def main():
    time, push = sensor(30, seed=46)
    smooth = smoothed(push)
    peaks = steps(smooth)
    gaps = time[peaks][1:] - time[peaks][:-1]
    print(f"steps: {peaks.size}")
    print(f"a step: {np.mean(gaps)} +- {np.std(gaps)}")
    print(f"strongest: {smooth[peaks].max()}")


main()
