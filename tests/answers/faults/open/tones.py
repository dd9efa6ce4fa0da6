"""The pitch of a tone sampled 8,000 times a second.

Symptom: The pitch is 6.9e-06.
Culprit: fftfreq asks for the time between samples, not for their rate.
Report: none
"""

import numpy as np

rate = 8000
t = np.arange(4096) / rate
tone = np.sin(2 * np.pi * 440 * t)
frequencies = np.fft.rfftfreq(tone.size, rate)  # culprit
print("pitch:", frequencies[np.abs(np.fft.rfft(tone)).argmax()])
