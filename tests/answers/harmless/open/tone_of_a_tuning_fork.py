"""Measure the pitch of a recorded tuning fork and rebuild the tone without its hum.

Symptom: none
Culprit: none
Tempts: `precision` could accuse `np.sin` near the multiples of pi and the empty bins of the spectrum (only rounding).
Report: numpy/numpy#13453
"""

import numpy as np

RATE = 8_000
SECONDS = 2


def recording():
    """Return two seconds of 440 Hz with a hum of the mains at 50 Hz."""
    time = np.arange(RATE * SECONDS) / RATE
    return time, np.sin(2.0 * np.pi * 440.0 * time) + 0.2 * np.sin(2.0 * np.pi * 50.0 * time)


def pitch(spectrum, frequency):
    """Return the frequency of the highest line and its amplitude."""
    amplitude = np.abs(spectrum) * 2.0 / (RATE * SECONDS)
    top = np.argmax(amplitude)
    return frequency[top], amplitude[top]


def without_hum(spectrum, frequency):
    """Return the tone again, with everything below 100 Hz taken away."""
    kept = np.where(frequency < 100.0, 0.0, spectrum)
    return np.fft.irfft(kept, n=RATE * SECONDS)


def main():
    time, sound = recording()
    frequency = np.fft.rfftfreq(len(sound), d=1.0 / RATE)
    spectrum = np.fft.rfft(sound)
    hertz, amplitude = pitch(spectrum, frequency)
    print(f"pitch {hertz:.1f} Hz, amplitude {amplitude:.4f}")
    clean = without_hum(spectrum, frequency)
    loudness = np.sqrt(np.mean(clean**2))
    print(f"clean tone: {loudness:.6f} effective, {time[-1]:.3f} s long")
    print(f"what was taken away: {np.abs(sound - clean).max():.4f} at most")


if __name__ == "__main__":
    main()
