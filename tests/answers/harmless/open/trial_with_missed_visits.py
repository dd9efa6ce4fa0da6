"""Compare the blood pressure of two groups of patients, some of whom missed a visit.

Symptom: none
Culprit: none
Tempts: `nan` could accuse the missed visits, which `nan_policy="omit"` and the `nan` functions leave out.
Report: none
"""

import numpy as np
from scipy import stats

VISITS = ("start", "week 4", "week 8", "week 12")


def patients(rng, number, effect):
    """Return the pressure of each patient at each visit, NaN where nobody came."""
    base = rng.normal(148.0, 9.0, size=(number, 1))
    fall = effect * np.linspace(0.0, 1.0, len(VISITS))
    pressure = base - fall + rng.normal(0.0, 4.0, size=(number, len(VISITS)))
    missed = rng.random(pressure.shape) < 0.12
    missed[:, 0] = False
    return np.where(missed, np.nan, pressure)


def compare(treated, control):
    """Return the t-test of each visit and the confidence interval of the last."""
    result = stats.ttest_ind(treated, control, axis=0, equal_var=False, nan_policy="omit")
    interval = result.confidence_interval(0.95)
    return result.pvalue, interval.low[-1], interval.high[-1]


def main():
    rng = np.random.default_rng(1747)
    treated, control = patients(rng, 64, effect=11.0), patients(rng, 61, effect=3.0)
    pvalue, low, high = compare(treated, control)
    came = np.isfinite(treated).sum(axis=0), np.isfinite(control).sum(axis=0)
    difference = np.nanmean(treated, axis=0) - np.nanmean(control, axis=0)
    for visit, name in enumerate(VISITS):
        people = f"{came[0][visit]} and {came[1][visit]} patients"
        print(f"{name:8s} {difference[visit]:+7.3f} mmHg, p = {pvalue[visit]:.4f}, {people}")
    print(f"in week 12 between {low:.2f} and {high:.2f} mmHg")


if __name__ == "__main__":
    main()
