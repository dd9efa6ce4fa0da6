"""At which frequency an engine shakes.

Symptom: It is twice as high as by the counter.
Culprit: The axis ends at the rate; it has to end at half of it.
Report: none
"""

import numpy as np

rate, count = 1000.0, 2000
time = np.arange(count) / rate
shake = np.sin(2 * np.pi * 47 * time) + 0.2 * np.random.default_rng(3).normal(size=count)
power = np.abs(np.fft.rfft(shake)) ** 2
axis = np.linspace(0, rate, len(power))  # culprit
print("strongest at", axis[power.argmax()], "Hz")
