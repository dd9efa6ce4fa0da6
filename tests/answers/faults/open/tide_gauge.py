"""Fits the main lunar tide to the record of a tide gauge.

Symptom: the fitted amplitude is 0.018 m with a period of 6.307 h although the level swings over 3.38 m.
Culprit: curve_fit has no p0 and starts at a speed of 1 rad/h (right 0.506), so it ends in a local minimum; started at the tidal period it gives 1.444 m and 12.421 h.
Report: https://kiwix.lema.org/stackoverflow.com_en_all_2023-11/questions/58476577/scipy-curve-fit-gives-wrong-answer
"""

import numpy as np
from scipy.optimize import curve_fit

M2_PERIOD = 12.4206


def gauge_record(days=20, seed=27):
    """Water level every half hour in m above the datum."""
    generator = np.random.default_rng(seed)
    hours = np.arange(0.0, 24.0 * days, 0.5)
    level = 3.1 + 1.45 * np.cos(2 * np.pi * hours / M2_PERIOD - 0.8)
    level += generator.normal(0.0, 0.12, hours.size)
    return hours, level


def tide(hours, mean_level, amplitude, speed, phase):
    return mean_level + amplitude * np.cos(speed * hours - phase)


def fit_tide(hours, level):
    parameters, covariance = curve_fit(tide, hours, level, maxfev=20000)  # culprit
    return parameters, np.sqrt(np.diag(covariance))


def remaining_spread(hours, level, parameters):
    return float(np.std(level - tide(hours, *parameters)))


def main():
    hours, level = gauge_record()
    parameters, errors = fit_tide(hours, level)
    mean_level, amplitude, speed, phase = parameters
    print(f"{hours.size} readings, observed range {np.ptp(level):.2f} m")
    print(f"mean level: {mean_level:.3f} m +- {errors[0]:.3f}")
    print(f"amplitude:  {abs(amplitude):.3f} m +- {errors[1]:.3f}")
    print(f"period:     {2 * np.pi / abs(speed):.3f} h")
    print(f"spread of the rest: {remaining_spread(hours, level, parameters):.3f} m")
    high_water = mean_level + abs(amplitude)
    print(f"mean high water: {high_water:.2f} m above the datum")


if __name__ == "__main__":
    main()
