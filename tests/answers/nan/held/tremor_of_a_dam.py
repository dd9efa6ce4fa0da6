"""Measure how strongly a dam sways in its slowest mode from an hour of an accelerometer.

Symptom: The sway in millimetres and its share in the whole motion are nan.
Culprit: A narrow band pass of order 9 is built as two polynomials; rounding makes it unstable and it overflows.
Report: scipy/scipy#8339 (a Butterworth band pass as b and a returns inf and NaN)
"""

from collections import namedtuple

import numpy as np
from scipy import signal

Mode = namedtuple("Mode", "name low high")
RATE = 100.0  # readings per second
MINUTES = 30
SLOW = Mode("cantilever", 0.4, 0.7)
FAST = Mode("arch", 4.0, 7.0)


def acceleration(seed=1963):
    """Acceleration of the crest in millimetres per second squared, with dropouts."""
    rng = np.random.default_rng(seed)
    time = np.arange(int(RATE * 60 * MINUTES)) / RATE
    slow = 3.2 * np.sin(2 * np.pi * 0.55 * time + 0.4 * np.sin(time / 200))
    fast = 1.4 * np.sin(2 * np.pi * 5.2 * time)
    trace = slow + fast + rng.normal(0, 2.0, time.size)
    for start in rng.integers(1000, time.size - 1000, 6):
        trace[start : start + 40] = np.nan
    return time, trace


def bridged(time, trace):
    """Draw straight lines over the dropouts."""
    lost = np.isnan(trace)
    whole = trace.copy()
    whole[lost] = np.interp(time[lost], time[~lost], trace[~lost])
    return whole, int(lost.sum())


def band(trace, mode, order=9):
    """The part of the trace within the band of a mode."""
    b, a = signal.butter(order, [mode.low, mode.high], btype="bandpass", fs=RATE)  # culprit
    return signal.lfilter(b, a, trace)


def sway(part, mode):
    """Root mean square displacement of a narrow band in millimetres."""
    middle = 2 * np.pi * np.sqrt(mode.low * mode.high)
    settled = part[int(60 * RATE) :]
    return np.sqrt(np.mean(settled**2)) / middle**2


def main():
    time, trace = acceleration()
    whole, lost = bridged(time, trace)
    print(f"{lost} readings bridged of {trace.size}")
    print(f"raw mean {np.nanmean(trace):.5f}, bridged mean {whole.mean():.5f}")

    frequencies, density = signal.welch(whole, fs=RATE, nperseg=8192)
    for mode in (SLOW, FAST):
        inside = (frequencies >= mode.low) & (frequencies <= mode.high)
        peak = frequencies[inside][density[inside].argmax()]
        print(f"{mode.name:10s} peak at {peak:.3f} Hz")

    part = band(whole, SLOW)
    moved = sway(part, SLOW)
    share = np.var(part[int(60 * RATE) :]) / np.var(whole)
    print(f"sway of the {SLOW.name}: {moved:.5f} mm")
    print(f"share of the whole motion: {100 * share:.3f} %")


main()
