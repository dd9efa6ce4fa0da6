"""Find the tones of bells in a recording.

Symptom: all strengths are half of what they were
Culprit: the spectrum is divided by the length of the window in place of its sum
Report: none
"""

import numpy as np

RATE = 8000
TONES = {440: 1.0, 660: 0.5, 1100: 0.25}


def recording():
    time = np.arange(RATE) / RATE
    return sum(strength * np.sin(2 * np.pi * tone * time) for tone, strength in TONES.items())


def spectrum(sound, window):
    found = np.fft.rfft(sound * window)
    return np.abs(found) / len(window) * 2  # culprit


def main():
    strengths = spectrum(recording(), np.hanning(RATE))
    frequencies = np.fft.rfftfreq(RATE, 1 / RATE)
    strong = strengths > 0.05
    print("tones:", frequencies[strong])
    print("strengths:", strengths[strong].round(6))


main()
