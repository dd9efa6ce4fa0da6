"""Finds the pulsation period of a variable star from unevenly spaced nights.

Symptom: the best period prints as 0.398 days instead of 2.5 days
Culprit: lombscargle takes angular frequencies, but gets 0.1 to 4 cycles per day: the peak stands at 2 pi / 2.5 = 2.51, read as a period of 0.398 days
Report: scipy/scipy#12572
"""

import numpy as np
from scipy.signal import lombscargle

TRUE_PERIOD_DAYS = 2.5


def observe(nights, seed):
    """Times in days and magnitudes of a pulsating star."""
    rng = np.random.default_rng(seed)
    times = np.sort(rng.uniform(0, nights, 180))
    phase = 2 * np.pi * times / TRUE_PERIOD_DAYS
    magnitudes = 11.2 + 0.35 * np.sin(phase) + rng.normal(0, 0.05, times.size)
    return times, magnitudes


def frequency_grid(lowest, highest, count):
    """Trial frequencies in cycles per day."""
    return np.linspace(lowest, highest, count)


def best_period(times, magnitudes, frequencies):
    """The period, in days, at the highest peak of the periodogram."""
    centred = magnitudes - magnitudes.mean()
    power = lombscargle(times, centred, frequencies)  # culprit
    peak = np.argmax(power)
    return 1 / frequencies[peak], power[peak] / power.mean()


def fold(times, period, bins):
    """How many observations fall into each part of the cycle."""
    phase = (times / period) % 1.0
    counts, _ = np.histogram(phase, bins=bins, range=(0, 1))
    return counts


def main():
    times, magnitudes = observe(nights=60, seed=5)
    frequencies = frequency_grid(0.1, 4.0, 4000)
    period, contrast = best_period(times, magnitudes, frequencies)
    print(f"{times.size} observations over {times[-1] - times[0]:.1f} days")
    print(f"mean magnitude {magnitudes.mean():.2f}, amplitude about {np.ptp(magnitudes) / 2:.2f}")
    print(f"pulsation period: {period:.3f} days (peak {contrast:.0f} times the mean power)")
    print("observations per tenth of a cycle:", fold(times, period, 10).tolist())


if __name__ == "__main__":
    main()
