"""Fits the lifetime of a fluorescent dye from the light counted at some milliseconds after a flash.

Symptom: the lifetime prints as 1.00 ms and the misfit as about 100 counts, where the decay plainly takes about 900 ms
Culprit: curve_fit starts at its default of 1 for every parameter; with times of 50 to 2000 ms, exp(-t / 1) is 0 and the search stays there; a start such as 500 ms is needed
Report: https://scicomp.stackexchange.com/questions/37584/fitting-using-curve-fit-of-scipy-in-python-gives-totally-different-answer-for-1
"""

import numpy as np
from scipy.optimize import curve_fit


def decay(time_ms, amplitude, lifetime_ms, background):
    """Counts at a time after the flash."""
    return amplitude * np.exp(-time_ms / lifetime_ms) + background


def measured_curve():
    """The times in ms and the counts of one run."""
    time_ms = np.array([50.0, 100.0, 200.0, 350.0, 500.0, 700.0, 1000.0, 1400.0, 2000.0])
    counts = np.array([365.1, 344.8, 309.5, 271.0, 236.3, 192.6, 148.7, 106.4, 73.3])
    return time_ms, counts


def fit_lifetime(time_ms, counts):
    """Amplitude, lifetime and background of the best curve."""
    parameters, _ = curve_fit(decay, time_ms, counts, maxfev=10000)  # culprit
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
    print(f"points fitted: {time_ms.size}")
    print(f"amplitude  {amplitude:9.1f} counts")
    print(f"lifetime   {lifetime_ms:9.2f} ms")
    print(f"background {background:9.1f} counts")
    print(f"half-life  {half_life(lifetime_ms):9.2f} ms")
    print(f"misfit     {root_mean_square_misfit(time_ms, counts, parameters):9.1f} counts")


if __name__ == "__main__":
    main()
