"""Stations that were offline get no rain.

Symptom: It is the sum of all stations.
Culprit: `loc[rows]` gives a copy, which is written into.
Report: none
"""

import pandas as pd

rain = pd.DataFrame({"on": [True, False, True, False], "mm": [3.0, 9.0, 1.0, 9.0]})
rain.loc[~rain["on"]]["mm"] = 0.0  # culprit
print(rain["mm"].sum())
