"""Find the strongest hums in the sound of a turbine hall with averaged periodograms.

Symptom: All band levels fall by about 28 dB; the level of the whole sound stays.
Culprit: The density is divided by the square of the window's sum instead of by the sum of its squares (250000 for 375).
Report: none
"""

import numpy as np

RATE = 2000.0
SECONDS = 24
SEGMENT = 1000
BANDS = [(20.0, 80.0), (80.0, 200.0), (200.0, 500.0)]


def recording(seed=77):
    """Pressure in pascals: two machines, their harmonics and the noise of the air."""
    rng = np.random.default_rng(seed)
    time = np.arange(int(RATE * SECONDS)) / RATE
    sound = 0.40 * np.sin(2 * np.pi * 50.0 * time)
    sound += 0.22 * np.sin(2 * np.pi * 100.0 * time + 0.4)
    sound += 0.11 * np.sin(2 * np.pi * 333.0 * time + 1.1)
    sound += rng.normal(0.0, 0.15, time.size)
    return sound


def hann(length):
    return 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(length) / length)


def power_density(sound):
    """Welch's method: pascals squared per hertz at each frequency."""
    half = SEGMENT // 2
    starts = range(0, len(sound) - SEGMENT + 1, half)
    window = hann(SEGMENT)
    scale = 1.0 / (RATE * np.sum(window) ** 2)  # culprit
    total = np.zeros(half + 1)
    for start in starts:
        piece = sound[start : start + SEGMENT]
        piece = piece - piece.mean()
        spectrum = np.fft.rfft(piece * window)
        power = scale * (spectrum.real**2 + spectrum.imag**2)
        power[1:-1] *= 2.0
        total += power
    frequencies = np.fft.rfftfreq(SEGMENT, d=1.0 / RATE)
    return frequencies, total / len(starts)


def band_level(frequencies, density, low, high):
    """Level of a band in decibels above 20 micropascals."""
    inside = (frequencies >= low) & (frequencies < high)
    step = frequencies[1] - frequencies[0]
    mean_square = density[inside].sum() * step
    return 10.0 * np.log10(mean_square / (20e-6) ** 2)


def strongest(frequencies, density, count=3):
    peaks = []
    for k in range(1, len(density) - 1):
        if density[k] > density[k - 1] and density[k] > density[k + 1]:
            peaks.append((density[k], frequencies[k]))
    peaks.sort(reverse=True)
    return [(frequency, value) for value, frequency in peaks[:count]]


sound = recording()
frequencies, density = power_density(sound)
for low, high in BANDS:
    print(f"{low:5.0f} to {high:5.0f} Hz: {band_level(frequencies, density, low, high):7.3f} dB")
for frequency, value in strongest(frequencies, density):
    print(f"hum at {frequency:6.1f} Hz with {value:.6f} Pa^2/Hz")
print(f"whole sound: {10 * np.log10(np.mean(sound**2) / (20e-6) ** 2):.3f} dB")
