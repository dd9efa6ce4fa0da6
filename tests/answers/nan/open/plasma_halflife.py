"""Half-life and exposure of a drug from plasma samples of six volunteers.

Fits the last five samples of each volunteer on the logarithmic scale, extrapolates
the area under the curve and prints the median half-life and the mean exposure.

Culprit: samples below the limit of quantification ("BLQ") are read as 0.0 and stay in
the terminal fit, not missing; for the 4 volunteers who end with BLQ log(0) = -inf
makes slope, half-life and extrapolated area NaN.
"""

import io

import numpy as np
import pandas as pd
from scipy.stats import linregress

HOURS = np.array([0.5, 1, 2, 4, 6, 8, 12, 16, 24, 36], dtype=float)
SHEET = """id,c1,c2,c3,c4,c5,c6,c7,c8,c9,c10
V1,42.1,78.3,91.0,70.2,49.9,35.1,17.8,9.05,2.31,BLQ
V2,30.5,66.0,88.2,73.9,55.4,41.3,23.0,12.9,4.02,0.71
V3,55.9,90.1,84.7,58.2,38.8,25.7,11.4,5.01,BLQ,BLQ
V4,38.4,70.7,86.9,69.0,50.1,36.0,18.9,9.81,2.66,BLQ
V5,25.2,58.8,83.1,75.5,59.0,45.2,26.9,15.8,5.61,1.12
V6,47.3,82.5,89.6,64.4,44.0,30.2,14.2,6.66,1.45,BLQ
"""


def read_assay(text):
    sheet = pd.read_csv(io.StringIO(text), index_col="id")
    return sheet.replace("BLQ", "0.0").astype(float)  # culprit


def terminal_phase(hours, level, samples=5):
    kept = np.flatnonzero(~np.isnan(level))[-samples:]
    fit = linregress(hours[kept], np.log(level[kept]))
    return -fit.slope, level[kept[-1]]


def exposure(hours, level):
    known = ~np.isnan(level)
    t, c = np.r_[0.0, hours[known]], np.r_[0.0, level[known]]
    inside = np.sum(np.diff(t) * (c[1:] + c[:-1]) / 2.0)
    rate, last = terminal_phase(hours, level)
    return np.log(2.0) / rate, inside + last / rate


assay = read_assay(SHEET)
results = np.array([exposure(HOURS, row) for row in assay.to_numpy()])
for volunteer, (half_life, area) in zip(assay.index, results):
    print(f"{volunteer}  half-life {half_life:6.3f} h  area {area:8.2f}")
print(f"median half-life {np.median(results[:, 0]):.3f} h")
print(f"mean area {results[:, 1].mean():.2f} ng h/ml")
