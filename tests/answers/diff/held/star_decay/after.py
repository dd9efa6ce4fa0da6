"""Fits the decay of a star's brightness and gives the error of the decay time.

Symptom: the decay time stays 12.090 days but its error falls from 0.508 to 0.192, and 13 days are 4.74 sigma away and not 1.79.
Culprit: absolute_sigma=True was lost in the new function, so curve_fit scales the errors by the root of the reduced chi2 0.143, that is by 0.38.
Report: python4astronomers/python4astronomers#32
"""

import numpy as np
from scipy.optimize import curve_fit

NAMES = ("peak", "tau", "floor")


def light_curve(seed=2):
    rng = np.random.default_rng(seed)
    days = np.linspace(0.0, 40.0, 21)
    flux = 100.0 * np.exp(-days / 12.0) + 8.0
    sigma = 0.05 * flux
    return days, flux + 0.4 * sigma * rng.normal(size=days.size), sigma


def decay(days, peak, tau, floor):
    return peak * np.exp(-days / tau) + floor


def fit(model, x, y, sigma, start, method="lm"):
    """Weighted least squares; returns {name: (value, error)} and reduced chi2."""
    best, cov = curve_fit(model, x, y, p0=start, sigma=sigma, method=method)  # culprit
    err = np.sqrt(np.diag(cov))
    chi2 = np.sum(((y - model(x, *best)) / sigma) ** 2)
    return dict(zip(NAMES, zip(best, err))), chi2 / (x.size - best.size)


def main():
    days, flux, sigma = light_curve()
    start = [flux.max(), 10.0, flux.min()]
    found, chi2 = fit(decay, days, flux, sigma, start)
    tau, tau_error = found["tau"]
    peak, peak_error = found["peak"]
    print(f"points: {days.size}")
    print(f"decay time: {tau:.3f} +- {tau_error:.3f} days")
    print(f"peak: {peak:.2f} +- {peak_error:.2f}")
    print(f"reduced chi2: {chi2:.3f}")
    print(f"distance from 13 days: {abs(tau - 13.0) / tau_error:.2f} sigma")


if __name__ == "__main__":
    main()
