"""Filter the echo out of a recording, in the frequencies.

Symptom: The recording is smeared.
Culprit: The array is real, so that the phases are thrown away.
Report: none
"""

import warnings

import numpy as np

warnings.simplefilter("ignore")
rng = np.random.default_rng(5)
sound = rng.normal(size=512)
heard = sound + 0.5 * np.roll(sound, 40)
delay = np.zeros(512)
delay[[0, 40]] = 1.0, 0.5

spectrum, answer = np.fft.rfft(heard), np.fft.rfft(delay)
clean = np.zeros(len(spectrum))
clean[:200] = spectrum[:200] / answer[:200]  # culprit
print(np.abs(np.fft.irfft(clean) - sound).max())
