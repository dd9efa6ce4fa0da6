"""Average ozone over stations, some of which were off for days.

Symptom: none
Culprit: none
Tempts: `nan` could accuse the gaps, which nanmean leaves out; one station without any value is dropped before it.
Report: none
"""

import numpy as np

rng = np.random.default_rng(40)
ozone = rng.normal(60, 8, (6, 30))
ozone[2, 4:9] = np.nan
ozone[4] = np.nan
measured = ~np.isnan(ozone).all(axis=1)
means = np.nanmean(ozone[measured], axis=1)
print("stations:", int(measured.sum()), "means:", means.round(2))
print("highest:", means.max().round(2))
