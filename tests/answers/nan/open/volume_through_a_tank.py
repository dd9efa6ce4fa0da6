"""Close the gaps in a tank's level readings and integrate the volume that passed.

Symptom: the volume is nan although interpolate() was called to close the gaps.
Culprit: the first two readings are missing, and interpolate() only fills forward from the first known value.
Report: pandas-dev/pandas#10420
"""

import numpy as np
import pandas as pd

LEVELS = [np.nan, np.nan, 2.4, 2.6, np.nan, 3.1, 3.0, np.nan, np.nan, 2.2, 2.0, 1.9]
AREA = 7.5  # square metres


def read_levels():
    hours = pd.date_range("2026-05-04 06:00", periods=len(LEVELS), freq="h")
    return pd.Series(LEVELS, index=hours, name="level")


def close_gaps(level):
    return level.interpolate(method="time")  # culprit


def outflow(level):
    """Torricelli, cubic metres an hour."""
    return 0.002 * 3600 * np.sqrt(2 * 9.81 * level)


level = close_gaps(read_levels())
hours = (level.index - level.index[0]) / pd.Timedelta(hours=1)
passed = np.trapezoid(outflow(level).to_numpy(), hours.to_numpy())
print("gaps in the log:", sum(np.isnan(value) for value in LEVELS))
print("mean content:", round(AREA * level.mean(), 2), "cubic metres")
print("volume that passed:", passed, "cubic metres")
