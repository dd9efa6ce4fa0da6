"""Michaelis-Menten constants of an enzyme with standard errors from a nonlinear fit.

Initial rates at ten substrate concentrations are fitted with SciPy's curve_fit.
Symptom: the fit returns numbers, but both standard errors are inf.
Culprit: SATURATION_CUTOFF = 0.15 mM (15 was meant) keeps only two of the ten concentrations, as many points as
parameters, so no covariance can be estimated.
Report: none
"""

import warnings

import numpy as np
from scipy.optimize import OptimizeWarning, curve_fit

warnings.simplefilter("ignore", OptimizeWarning)

CONCENTRATION = np.array([0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4, 12.8, 25.6])  # mM
SATURATION_CUTOFF = 0.15  # culprit


def michaelis_menten(s, vmax, km):
    return vmax * s / (km + s)


def assay(seed=55):
    rng = np.random.default_rng(seed)
    rate = michaelis_menten(CONCENTRATION, 18.0, 0.9)
    replicates = rate[:, None] * rng.normal(1.0, 0.03, (len(rate), 3))
    # one cuvette leaked
    replicates[4, 2] = np.nan
    return np.nanmean(replicates, axis=1)


def below_inhibition(s, v):
    """The substrate inhibits the enzyme at high concentration; leave these points out."""
    keep = s <= SATURATION_CUTOFF
    return s[keep], v[keep]


def fit(s, v):
    start = (v.max(), np.median(s))
    popt, pcov = curve_fit(michaelis_menten, s, v, p0=start, maxfev=20000)
    return popt, np.sqrt(np.diag(pcov))


def specificity(popt, err):
    vmax, km = popt
    ratio = vmax / km
    relative = np.sqrt((err[0] / vmax) ** 2 + (err[1] / km) ** 2)
    return ratio, ratio * relative


def main():
    s, v = below_inhibition(CONCENTRATION, assay())
    popt, err = fit(s, v)
    for name, value, e in zip(("Vmax", "Km"), popt, err):
        print(f"{name:<5} = {value:8.3f} +- {e:.3f}")
    ratio, ratio_err = specificity(popt, err)
    print(f"Vmax / Km = {ratio:.3f} +- {ratio_err:.3f}")


if __name__ == "__main__":
    main()
