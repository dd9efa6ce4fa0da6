"""Smooth the echo of a cave with a triangle and find where it is half as loud.

Symptom: the first values are quieter.
Culprit: np.convolve with "same" takes zeros beyond the ends, where the old script mirrored the echo.
Report: none
"""

import numpy as np

KERNEL = np.array([0.1, 0.25, 0.3, 0.25, 0.1])


def echo(length, seed):
    noise = 0.02 * np.random.default_rng(seed).normal(size=length)
    return np.exp(-np.arange(length) / 20) + noise


def softened(sound):
    return np.convolve(sound, KERNEL, mode="same")  # culprit


def main():
    soft = softened(echo(80, seed=27))
    print("first", soft[:3].round(5).tolist())
    print("mean", round(float(soft.mean()), 6))


main()
