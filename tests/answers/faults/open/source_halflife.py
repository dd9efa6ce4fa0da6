"""Half-life of a short-lived source from background-corrected count rates.

Symptom: The number is wrong.
Culprit: Curve_fit without absolute_sigma=True: the parameter error is rescaled, not that of the known uncertainties.
Report: python4astronomers/python4astronomers#32
"""

import numpy as np
from scipy.optimize import curve_fit

LN2 = np.log(2.0)


def activity(t, a0, lam):
    return a0 * np.exp(-lam * t)


class CountingRun:
    def __init__(self, times, dwell=30.0, seed=4):
        self.times = times
        self.dwell = dwell
        rng = np.random.default_rng(seed)
        truth = activity(times, 46.0, LN2 / 610.0)
        self.instrument = 1.9
        self.rate = truth + rng.normal(0, 0.62, times.size)

    def uncertainties(self):
        counting = np.sqrt(np.clip(self.rate, 0.5, None) / self.dwell)
        return np.hypot(counting, self.instrument)


def fit_run(run):
    sigma = run.uncertainties()
    popt, pcov = curve_fit(activity, run.times, run.rate, p0=(40.0, 1e-3), sigma=sigma)  # culprit
    return popt, np.sqrt(np.diag(pcov))


def half_life(popt, perr):
    value = LN2 / popt[1]
    return value, value * perr[1] / popt[1]


def main():
    run = CountingRun(np.arange(0.0, 2400.0, 100.0))
    popt, perr = fit_run(run)
    value, error = half_life(popt, perr)
    print(f"initial rate : {popt[0]:.2f} +- {perr[0]:.2f} 1/s")
    print(f"half-life    : {value:.1f} +- {error:.1f} s")
    reference = 585.0
    print(f"distance to the reference value: {abs(value - reference) / error:.2f} sigma")


if __name__ == "__main__":
    main()
