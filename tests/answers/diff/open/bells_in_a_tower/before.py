"""Find the tones of bells in a recording."""

import numpy as np

RATE = 8000
time = np.arange(RATE) / RATE
sound = (
    np.sin(2 * np.pi * 440 * time)
    + 0.5 * np.sin(2 * np.pi * 660 * time)
    + 0.25 * np.sin(2 * np.pi * 1100 * time)
)
window = np.hanning(RATE)
spectrum = np.abs(np.fft.rfft(sound * window)) / window.sum() * 2
frequencies = np.fft.rfftfreq(RATE, 1 / RATE)
strong = spectrum > 0.1
print("tones:", frequencies[strong])
print("strengths:", spectrum[strong].round(6))
