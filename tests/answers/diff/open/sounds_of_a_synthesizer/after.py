"""Play a chord through three resonant filters and measure its loudness after each.

Symptom: with a table of voices all three filters give the same loudness, and the mix differs.
Culprit: the lambdas look up b and a when they are called, after the loop, so all use the last filter.
Report: none
"""

from dataclasses import dataclass

import numpy as np
from scipy import signal

RATE = 8000.0
NOTES = (220.0, 277.2, 329.6)


@dataclass(frozen=True)
class Voice:
    name: str
    centre: float
    sharpness: float
    share: float


VOICES = (
    Voice("low", 440.0, 8.0, 0.6),
    Voice("mid", 880.0, 12.0, 0.3),
    Voice("high", 1320.0, 20.0, 0.1),
)


def tone(frequency, seconds=0.5, rate=RATE):
    time = np.arange(int(rate * seconds)) / rate
    return signal.sawtooth(2 * np.pi * frequency * time)


def chord(notes=NOTES):
    first, *others = (tone(note) for note in notes)
    for other in others:
        first = first + other
    return first


def filters(voices, rate=RATE):
    result = {}
    for voice in voices:
        b, a = signal.iirpeak(voice.centre, voice.sharpness, fs=rate)
        result[voice.name] = lambda sound: signal.lfilter(b, a, sound)  # noqa: B023  # culprit
    return result


def loudness(sound):
    return np.sqrt(np.mean(np.square(sound)))


def main():
    sound = chord()
    parts = {name: apply(sound) for name, apply in filters(VOICES).items()}
    for name, part in parts.items():
        print(f"{name:5s} {loudness(part):.6f}")
    mixed = sum(voice.share * parts[voice.name] for voice in VOICES)
    print(f"mixed {loudness(mixed):.6f}, peak {np.abs(mixed).max():.6f}")


main()
