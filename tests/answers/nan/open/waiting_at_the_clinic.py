"""Compute how long patients of a clinic wait.

Symptom: the mean wait of the second doctor, and the longest one, is nan.
Culprit: the second doctor writes 14.30 in place of 14:30; errors="coerce" makes it a missing time.
Report: none
"""

import numpy as np
import pandas as pd

visits = pd.DataFrame(
    {
        "doctor": ["Abel", "Abel", "Abel", "Bode", "Bode"],
        "arrived": ["08:10", "08:40", "09:05", "14:00", "14:10"],
        "called": ["08:30", "09:15", "09:20", "14.30", "14.55"],
    }
)
arrived = pd.to_datetime(visits["arrived"], format="%H:%M", errors="coerce")
called = pd.to_datetime(visits["called"], format="%H:%M", errors="coerce")  # culprit
visits["hours"] = (called - arrived).dt.total_seconds() / 3600
waits = visits.groupby("doctor")["hours"].mean()
print(waits.round(3))
print("longest:", np.max(waits.to_numpy()))
