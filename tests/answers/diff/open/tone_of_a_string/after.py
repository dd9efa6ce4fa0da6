"""Find the tone of a string and its overtones.

Symptom: the tone is a little too high
Culprit: linspace includes its end, so that samples lie further apart than the rate says
Report: none
"""

import numpy as np

RATE = 8000
SECONDS = 0.5
PITCH = 196.3
LOUDNESS = np.array([1.0, 0.5, 0.33, 0.1])


def recording(seed):
    count = int(RATE * SECONDS)
    time = np.linspace(0, SECONDS, count)  # culprit
    number = np.arange(1, LOUDNESS.size + 1)
    partials = LOUDNESS[:, None] * np.sin(2 * np.pi * PITCH * number[:, None] * time)
    return partials.sum(axis=0) + np.random.default_rng(seed).normal(0, 0.05, count)


def spectrum_of(sound):
    return np.abs(np.fft.rfft(sound * np.hanning(sound.size)))


def top(spectrum):
    """Return the place of the highest peak, between two bins."""
    peak = spectrum.argmax()
    left, middle, right = np.log(spectrum[peak - 1 : peak + 2])
    return peak + 0.5 * (left - right) / (left - 2 * middle + right)


def main():
    sound = recording(seed=13)
    spectrum = spectrum_of(sound)
    tone = top(spectrum) * RATE / sound.size
    frequency = np.fft.rfftfreq(sound.size, d=1 / RATE)
    print(f"tone {tone:.5f} Hz")
    for number in range(2, 5):
        near = np.abs(frequency - number * tone) < 20
        print(f"overtone {number}: {spectrum[near].max() / spectrum.max():.5f}")
    print(f"noise {np.median(spectrum):.5f}, samples {sound.size}")


main()
