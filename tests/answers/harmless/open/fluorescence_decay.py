"""Fits the lifetime of a fluorescent dye from the light counted at some milliseconds after a flash.

Symptom: none
Culprit: none
Tempts: `check-up` could accuse what its twin of `faults/` does wrong, and this does right.
Report: none
"""

import numpy as np
from scipy.optimize import curve_fit


def decay(time_ms, amplitude, lifetime_ms, background):
    """Counts at a time after the flash."""
    return amplitude * np.exp(-time_ms / lifetime_ms) + background


def measured_curve():
    """The times in ms and the counts of one run."""
    time_ms = np.array([50.0, 100.0, 200.0, 350.0, 500.0, 700.0, 1000.0, 1400.0, 2000.0])
    counts = np.array([365.1, 345.2, 309.1, 271.0, 236.3, 192.6, 148.7, 106.4, 73.3])
    return time_ms, counts


def fit_lifetime(time_ms, counts):
    """Amplitude, lifetime and background of the best curve."""
    start = [np.ptp(counts), 0.5 * time_ms.mean(), counts.min()]
    parameters, _ = curve_fit(decay, time_ms, counts, p0=start, maxfev=10000)
    return parameters


def root_mean_square_misfit(time_ms, counts, parameters):
    misfit = counts - decay(time_ms, *parameters)
    return np.sqrt(np.mean(misfit**2))


def half_life(lifetime_ms):
    return np.log(2) * lifetime_ms


def main():
    time_ms, counts = measured_curve()
    parameters = fit_lifetime(time_ms, counts)
    amplitude, lifetime_ms, background = parameters
    print(f"points used: {time_ms.size}")
    print(f"amplitude  {amplitude:9.1f} counts")
    print(f"lifetime   {lifetime_ms:9.2f} ms")
    print(f"background {background:9.1f} counts")
    print(f"half-life  {half_life(lifetime_ms):9.2f} ms")
    print(f"misfit     {root_mean_square_misfit(time_ms, counts, parameters):9.1f} counts")


if __name__ == "__main__":
    main()
