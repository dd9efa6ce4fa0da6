"""Kilometres by driver.

Symptom: Two drivers drove too far.
Culprit: Trips with two stops are counted twice.
Report: none
"""

import pandas as pd

trips = pd.DataFrame({"trip": range(6), "driver": list("xxyyzz"), "km": [10.0, 20, 30, 40, 50, 60]})
stops = pd.DataFrame({"trip": [0, 0, 1, 2, 3, 4, 5, 5], "stop": list("abcdefgh")})
joined = trips.merge(stops, on="trip")  # culprit
print(joined.groupby("driver")["km"].sum())
