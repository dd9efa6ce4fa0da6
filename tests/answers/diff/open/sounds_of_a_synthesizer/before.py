"""Play a chord through three resonant filters and measure its loudness after each."""

import numpy as np
from scipy import signal

RATE = 8000.0


def tone(frequency, seconds=0.5):
    t = np.arange(int(RATE * seconds)) / RATE
    return signal.sawtooth(2 * np.pi * frequency * t)


chord = tone(220.0) + tone(277.2) + tone(329.6)

b1, a1 = signal.iirpeak(440.0, 8.0, fs=RATE)
b2, a2 = signal.iirpeak(880.0, 12.0, fs=RATE)
b3, a3 = signal.iirpeak(1320.0, 20.0, fs=RATE)

low = signal.lfilter(b1, a1, chord)
mid = signal.lfilter(b2, a2, chord)
high = signal.lfilter(b3, a3, chord)

for name, part in (("low", low), ("mid", mid), ("high", high)):
    print(f"{name:5s} {np.sqrt(np.mean(part**2)):.6f}")
mixed = 0.6 * low + 0.3 * mid + 0.1 * high
print(f"mixed {np.sqrt(np.mean(mixed**2)):.6f}, peak {np.abs(mixed).max():.6f}")
