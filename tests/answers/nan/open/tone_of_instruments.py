"""Describe the tone of recordings by the log power of their spectrum.

Symptom: the mean log power of the clarinet is -inf.
Culprit: the recording is padded with zeros to full frames; frames of nothing but zeros have power 0.
Report: none
"""

import numpy as np

RATE, FRAME = 8000, 256


def recordings():
    rng = np.random.default_rng(14)
    for name, seconds, pitch in [("flute", 0.5, 880), ("clarinet", 0.3, 294), ("cello", 0.48, 131)]:
        time = np.arange(int(seconds * RATE)) / RATE
        yield name, np.sin(2 * np.pi * pitch * time) + 0.01 * rng.normal(size=time.size)


def frames(sound, count=16):
    whole = np.zeros(count * FRAME)
    length = min(sound.size, whole.size)
    whole[:length] = sound[:length]
    return whole.reshape(count, FRAME)


def log_power(sound):
    power = np.abs(np.fft.rfft(frames(sound), axis=1)) ** 2
    return 10 * np.log10(power)  # culprit


for name, sound in recordings():
    level = log_power(sound)
    print(f"{name:<9} mean {level.mean():8.2f} dB, loudest bin {int(level.mean(axis=0).argmax())}")
