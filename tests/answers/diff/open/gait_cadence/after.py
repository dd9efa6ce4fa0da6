"""Steps a minute from an accelerometer on the hip.

Low-passes the vertical acceleration, finds the peaks and prints cadence, number of
steps and the remaining amplitude. The filter has its own function.

Culprit: the cut-off is divided by the sampling rate (0.03) where butter without fs
wants it relative to half of it (0.06); the filter cuts at 1.5 Hz instead of 3 Hz and
takes most of the 1.9 Hz step.
"""

import numpy as np
from scipy import signal

RATE = 100.0
LOWPASS_HZ = 3.0


def walk(seconds=30, seed=6):
    rng = np.random.default_rng(seed)
    t = np.arange(0, seconds, 1 / RATE)
    step = 1.2 * np.sin(2 * np.pi * 1.9 * t)
    heel = 0.5 * np.sin(2 * np.pi * 3.8 * t + 0.4)
    return t, step + heel + rng.normal(0, 0.4, t.size)


def lowpass(values, hz, order=4):
    corner = hz / RATE  # culprit
    b, a = signal.butter(order, corner, btype="low")
    return signal.filtfilt(b, a, values)


def find_steps(smooth):
    return signal.find_peaks(smooth, height=0.3, distance=int(0.3 * RATE))[0]


def main():
    t, acceleration = walk()
    smooth = lowpass(acceleration, LOWPASS_HZ)
    steps = find_steps(smooth)
    interval = np.diff(t[steps]).mean() if steps.size > 1 else np.inf
    print(f"steps {steps.size}, cadence {60.0 / interval:.2f} a minute")
    amplitude = smooth[steps].mean() if steps.size else 0.0
    print(f"amplitude {amplitude:.4f}, rms {smooth.std():.4f}")


main()
