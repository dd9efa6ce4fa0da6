"""The power of a recorded signal, as the sound card gave it: 16-bit samples."""

import numpy as np

time = np.arange(0, 1, 1 / 8000)
samples = (20_000 * np.sin(2 * np.pi * 440 * time)).astype(np.int16)
power = (samples**2).mean()
print("mean power:", power)
print("loudness: %.1f dB" % (10 * np.log10(power / 32768**2)))
