"""Peak knee flexion in walking from noisy goniometer recordings.

Symptom: The number is wrong.
Culprit: Butterworth cutoff normalised as cutoff/2/rate instead of cutoff/(rate/2) (35.6 instead of 46.2 deg).
Report: moorepants/DynamicistToolKit#20
"""

import numpy as np
from scipy import signal

SAMPLE_RATE = 100.0
CUTOFF = 6.0


def goniometer(seconds=20, seed=6):
    rng = np.random.default_rng(seed)
    t = np.arange(0, seconds, 1 / SAMPLE_RATE)
    phase = 2 * np.pi * 0.95 * t
    clean = 26 - 14 * np.cos(phase + 0.4) - 13 * np.cos(2 * phase + 1.1) + 4 * np.cos(3 * phase)
    return t, clean, clean + rng.normal(0, 2.5, t.size)


def low_pass(y, cutoff, rate, order=2):
    wn = cutoff / 2.0 / rate  # culprit
    b, a = signal.butter(order, wn)
    return signal.filtfilt(b, a, y)


def stride_peaks(t, angle, stride=1 / 0.95):
    peaks, _ = signal.find_peaks(angle, distance=int(0.8 * stride * SAMPLE_RATE))
    return t[peaks], angle[peaks]


def angular_velocity(angle):
    return np.gradient(angle, 1 / SAMPLE_RATE)


def main():
    t, clean, raw = goniometer()
    smooth = low_pass(raw, CUTOFF, SAMPLE_RATE)
    times, peaks = stride_peaks(t, smooth)
    print(f"strides found: {len(peaks)}, mean stride time {np.diff(times).mean():.2f} s")
    print(f"raw range      {raw.min():.1f} .. {raw.max():.1f} deg")
    print(f"filtered range {smooth.min():.1f} .. {smooth.max():.1f} deg")
    print(f"peak velocity  {angular_velocity(smooth).max():.0f} deg/s")
    print(f"peak knee flexion {peaks.mean():.1f} deg")


if __name__ == "__main__":
    main()
