"""Combine the evidence of several fields that a fertiliser works.

Symptom: the combined p-value is nan.
Culprit: one field has a single fertilised plot, of which a t-test can't know the spread.
Report: scipy/scipy#12800
"""

import numpy as np
from scipy import stats

FIELDS = {
    "north": ([5.1, 5.9, 6.2, 5.5], [4.8, 5.0, 4.7, 5.2]),
    "brook": ([6.4], [5.9]),
    "hill": ([4.9, 5.8, 5.4], [4.4, 4.9, 4.1]),
}


def evidence(fertilised, plain):
    result = stats.ttest_ind(np.array(fertilised), np.array(plain))  # culprit
    return result.pvalue


values = [evidence(*plots) for plots in FIELDS.values()]
print("p-values:", values)
print("combined:", -2 * np.sum(np.log(values)))
