"""Fit the half-life of an isotope to counts with known errors and state its uncertainty."""

import numpy as np
from scipy.optimize import curve_fit


def decay(t, amplitude, half_life):
    return amplitude * 0.5 ** (t / half_life)


def measure():
    t = np.arange(0.0, 60.0, 2.0)
    rng = np.random.default_rng(19)
    truth = decay(t, 900.0, 13.2)
    errors = np.sqrt(truth) * 2
    return t, truth + 0.5 * errors * rng.standard_normal(t.size), errors


def fit(t, counts, errors):
    best, covariance = curve_fit(decay, t, counts, p0=(500, 10), sigma=errors, absolute_sigma=True)
    return best, np.sqrt(np.diag(covariance))


t, counts, errors = measure()
best, uncertainty = fit(t, counts, errors)
chi2 = np.sum(((counts - decay(t, *best)) / errors) ** 2) / (t.size - 2)
print(f"half-life {best[1]:.4f} +- {uncertainty[1]:.4f} min")
print(f"amplitude {best[0]:.2f} +- {uncertainty[0]:.2f}, reduced chi-square {chi2:.3f}")
print("agrees with 13.6 min at 2 sigma:", bool(abs(best[1] - 13.6) < 2 * uncertainty[1]))
