"""Age-depth model of a peat core: fits the accumulation law to dated layers with very
different errors and dates three tephra layers.
Symptom: tephra C is dated to 3639.4 BP (was 3732.8) with a 95 % range from 3527.6 to 4162.0 (was 3674.0 to 3798.9), chi2 is 27.689 (was 12.089).
Culprit: curve_fit no longer gets the errors of the dated layers and weights all layers alike.
Report: none
"""

import numpy as np
from scipy.optimize import curve_fit


def age_model(depth, surface, rate, compaction):
    """Age in years BP at a depth in cm."""
    return surface + depth / rate + compaction * depth**2


def dated_layers():
    rng = np.random.default_rng(77)
    depth = np.array([12, 30, 48, 75, 101, 133, 160, 198, 240, 275.0])
    sigma = np.array([15, 25, 20, 110, 35, 160, 40, 60, 220, 55.0])
    age = age_model(depth, -40.0, 0.085, 0.021) + sigma * rng.standard_normal(depth.size)
    return depth, age, sigma


def main():
    depth, age, sigma = dated_layers()
    popt, pcov = curve_fit(age_model, depth, age, p0=[0, 0.1, 0.01])  # culprit
    err = np.sqrt(np.diag(pcov))
    for name, p, e in zip(("surface", "rate", "compaction"), popt, err):
        print(f"{name:10s} {p:10.4f} +- {e:.4f}")

    pull = (age - age_model(depth, *popt)) / sigma
    print(f"chi2 {np.sum(pull**2):.3f} for {depth.size - 3} degrees of freedom")

    draws = np.random.default_rng(1).multivariate_normal(popt, pcov, 4000)
    for label, d in (("tephra A", 64.0), ("tephra B", 147.0), ("tephra C", 229.0)):
        sample = age_model(d, *draws.T)
        low, high = np.percentile(sample, [2.5, 97.5])
        print(f"{label}: {age_model(d, *popt):.1f} BP, 95 % {low:.1f} to {high:.1f}")


main()
