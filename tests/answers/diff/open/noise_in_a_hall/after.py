"""Measure the noise in a hall: the level of each second in decibels.

Symptom: all levels are too low by some tenths.
Culprit: the level of a second is the mean of decibels in place of the decibels of the mean.
Report: none
"""

import numpy as np

REFERENCE = 4e-10


def record(seed=9, count=8000):
    return np.random.default_rng(seed).normal(0, 0.02, count)


def decibels(power):
    return 10 * np.log10(power / REFERENCE)


def seconds(signal, rate=1000):
    return signal.reshape(-1, rate)


def levels(signal):
    power = seconds(signal) ** 2
    return decibels(power).mean(axis=1)  # culprit


def main():
    found = levels(record())
    print("levels:", found.round(3))
    print("loudest:", found.max())


main()
