"""Find the tone of a string and its overtones.

Culprit: see after.py
"""

import numpy as np

RATE = 8000
SECONDS = 0.5

count = int(RATE * SECONDS)
time = np.arange(count) / RATE
rng = np.random.default_rng(13)
sound = np.zeros(count)
for number, loud in enumerate([1.0, 0.5, 0.33, 0.1], start=1):
    sound = sound + loud * np.sin(2 * np.pi * 196.3 * number * time)
sound = sound + rng.normal(0, 0.05, count)
window = np.hanning(count)
spectrum = np.abs(np.fft.rfft(sound * window))
frequency = np.fft.rfftfreq(count, 1 / RATE)
peak = spectrum.argmax()
left, middle, right = np.log(spectrum[peak - 1 : peak + 2])
offset = 0.5 * (left - right) / (left - 2 * middle + right)
tone = (peak + offset) * RATE / count
print(f"tone {tone:.5f} Hz")
for number in range(2, 5):
    near = np.abs(frequency - number * tone) < 20
    print(f"overtone {number}: {spectrum[near].max() / spectrum.max():.5f}")
print(f"noise {np.median(spectrum):.5f}, samples {count}")
