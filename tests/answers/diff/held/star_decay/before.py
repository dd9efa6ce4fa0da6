"""Fits the decay of a star's brightness and gives the error of the decay time."""

import numpy as np
from scipy.optimize import curve_fit


def light_curve(seed=2):
    rng = np.random.default_rng(seed)
    days = np.linspace(0.0, 40.0, 21)
    flux = 100.0 * np.exp(-days / 12.0) + 8.0
    sigma = 0.05 * flux
    return days, flux + 0.4 * sigma * rng.normal(size=days.size), sigma


def decay(days, peak, tau, floor):
    return peak * np.exp(-days / tau) + floor


def main():
    days, flux, sigma = light_curve()
    start = [flux.max(), 10.0, flux.min()]
    best, cov = curve_fit(decay, days, flux, p0=start, sigma=sigma, absolute_sigma=True)
    err = np.sqrt(np.diag(cov))
    chi2 = np.sum(((flux - decay(days, *best)) / sigma) ** 2)
    print("points: %d" % days.size)
    print("decay time: %.3f +- %.3f days" % (best[1], err[1]))
    print("peak: %.2f +- %.2f" % (best[0], err[0]))
    print("reduced chi2: %.3f" % (chi2 / (days.size - 3)))
    print("distance from 13 days: %.2f sigma" % (abs(best[1] - 13.0) / err[1]))


if __name__ == "__main__":
    main()
