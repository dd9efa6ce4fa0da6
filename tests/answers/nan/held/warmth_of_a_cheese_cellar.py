"""Estimate how fast a cheese cellar warms up when its cooling stops.

A logger writes seconds and degrees. The temperature approaches that of the rock with a time constant, which is fitted
together with both temperatures. From its error follows how often the cooling must be looked after.

Symptom: all errors of the fit print inf, and the safe time between two visits is nan
Culprit: without p0 the fit starts at a time constant of 1 second; the curve is flat there
Report: none
"""

import argparse
import warnings

import numpy as np
from scipy.optimize import OptimizeWarning, curve_fit

WARM = 11.0  # degrees at which the cheese suffers


def warming(seconds, rock, drop, constant):
    """Return the temperature some seconds after the cooling stopped."""
    return rock - drop * np.exp(-seconds / constant)


def logger(seed, hours):
    """Return seconds and degrees, readings of a weak battery missing."""
    rng = np.random.default_rng(seed)
    seconds = np.arange(600.0, hours * 3600.0, 300.0)
    degrees = warming(seconds, 14.2, 6.1, 5.2 * 3600) + rng.normal(0, 0.08, seconds.size)
    degrees[rng.random(seconds.size) < 0.03] = np.nan
    return seconds, degrees


def fit(seconds, degrees):
    """Return the parameters of the warming and their errors, from the readings that are there."""
    known = np.isfinite(degrees)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", OptimizeWarning)
        found, covariance = curve_fit(warming, seconds[known], degrees[known])  # culprit
    return found, np.sqrt(np.diag(covariance))


def time_to(limit, found):
    """Return the hours until a temperature is reached, 0 where it is reached at once."""
    rock, drop, constant = found
    share = np.clip((rock - limit) / drop, 1e-9, 1.0)
    return -constant * np.log(share) / 3600


def safe_hours(found, errors, draws=2000):
    """Return the hours after which the cheese is still safe in 99 of 100 cases."""
    rng = np.random.default_rng(0)
    noise = rng.standard_normal((draws, 3))
    cases = found + noise * errors
    return np.quantile([time_to(WARM, case) for case in cases], 0.01)


def main():
    """Print fit and visits."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hours", type=float, default=14.0)
    options = parser.parse_args()
    seconds, degrees = logger(2, options.hours)
    print(f"{seconds.size} readings, {int(np.isnan(degrees).sum())} missing")
    found, errors = fit(seconds, degrees)
    for name, value, error, unit in zip(
        ("rock", "drop", "constant"), found, errors, ("degrees", "degrees", "s"), strict=True
    ):
        print(f"{name:<9} {value:10.2f} +- {error:.2f} {unit}")
    print(f"look after the cooling every {safe_hours(found, errors):.2f} hours")


if __name__ == "__main__":
    main()
