"""Mix the recordings of two voices.

Symptom: It crackles where both are loud.
Culprit: The sum of two samples of 16 bits goes round.
Report: none
"""

import numpy as np


def voice(pitch, loudness, rate=8000):
    time = np.arange(rate) / rate
    return (loudness * np.sin(2 * np.pi * pitch * time)).astype(np.int16)


def mixed(voices):
    total = np.zeros_like(voices[0])
    for one in voices:
        total += one  # culprit
    return total


song = mixed([voice(220, 20_000), voice(331, 22_000)])
print("loudest:", np.abs(song.astype(int)).max())
