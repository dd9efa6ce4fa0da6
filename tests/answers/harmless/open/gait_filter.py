"""Smooths the height of an ankle marker and reads the range of motion and the speed.

Symptom: none
Culprit: none
Tempts: `check-up` could accuse what its twin of `faults/` does wrong, and this does right.
Report: none
"""

import numpy as np
from scipy import signal

SAMPLING = 100.0
CUTOFF = 6.0


def ankle_marker(seconds=20.0, seed=12):
    """Height of an ankle marker in mm: the stride, its third harmonic and jitter."""
    generator = np.random.default_rng(seed)
    time = np.arange(0.0, seconds, 1.0 / SAMPLING)
    height = 60.0 * np.sin(2 * np.pi * 0.9 * time)
    height += 22.0 * np.sin(2 * np.pi * 4.5 * time + 0.3)
    height += generator.normal(0.0, 4.0, time.size)
    return time, height


def low_pass(height):
    nyquist = SAMPLING / 2.0
    b, a = signal.butter(2, CUTOFF / nyquist)
    return signal.filtfilt(b, a, height)


def vertical_speed(time, height):
    return np.gradient(height, time)


def amplitude_at(time, height, frequency):
    probe = np.exp(-2j * np.pi * frequency * time)
    return float(2 * np.abs(np.mean((height - height.mean()) * probe)))


def main():
    time, height = ankle_marker()
    smoothed = low_pass(height)
    speed = vertical_speed(time, smoothed)
    print(f"{time.size} frames at {SAMPLING:.0f} Hz, low pass at {CUTOFF:.0f} Hz")
    for frequency in (0.9, 4.5):
        before = amplitude_at(time, height, frequency)
        after = amplitude_at(time, smoothed, frequency)
        print(f"  {frequency:3.1f} Hz: {before:5.1f} mm raw, {after:5.1f} mm smoothed")
    inner = slice(150, -150)
    print(f"range of motion: {np.ptp(smoothed[inner]):.1f} mm")
    print(f"peak speed:      {np.abs(speed[inner]).max() / 1000:.3f} m/s")


if __name__ == "__main__":
    main()
