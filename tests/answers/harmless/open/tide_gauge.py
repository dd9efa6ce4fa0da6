"""Fits the main lunar tide to the record of a tide gauge.

Symptom: none
Culprit: none
Tempts: `check-up` could accuse what its twin of `faults/` does wrong, and this does right.
Report: none
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
    start = [level.mean(), level.std() * np.sqrt(2.0), 2 * np.pi / M2_PERIOD, 0.0]
    parameters, covariance = curve_fit(tide, hours, level, p0=start, maxfev=20000)
    return parameters, np.sqrt(np.diag(covariance))


def residual_spread(hours, level, parameters):
    return float(np.std(level - tide(hours, *parameters)))


def main():
    hours, level = gauge_record()
    parameters, uncertainty = fit_tide(hours, level)
    mean_level, amplitude, speed, phase = parameters
    print(f"{hours.size} readings, observed range {np.ptp(level):.2f} m")
    print(f"mean level: {mean_level:.3f} m +- {uncertainty[0]:.3f}")
    print(f"amplitude:  {abs(amplitude):.3f} m +- {uncertainty[1]:.3f}")
    print(f"period:     {2 * np.pi / abs(speed):.3f} h")
    print(f"spread of the rest: {residual_spread(hours, level, parameters):.3f} m")
    mean_high = mean_level + abs(amplitude)
    print(f"mean high water: {mean_high:.2f} m above the datum")


if __name__ == "__main__":
    main()
