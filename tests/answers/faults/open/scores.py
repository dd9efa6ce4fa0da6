"""Scores above 100 are cut.

Symptom: The mean is of all points.
Culprit: The assignment goes to a copy of the column.
Report: none
"""

import pandas as pd

scores = pd.DataFrame({"points": [80, 120, 95, 130]})
scores["points"][scores["points"] > 100] = 100  # culprit
print(scores["points"].mean())
