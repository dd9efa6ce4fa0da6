"""Turn grades into points and average them by class.

Symptom: the mean of every class is nan.
Culprit: the scale has the grades as texts, the table as numbers: none of them is found in the scale.
Report: pandas-dev/pandas#14165
"""

import pandas as pd

SCALE = pd.CategoricalDtype(["1", "2", "3", "4", "5"], ordered=True)
POINTS = {"1": 15, "2": 12, "3": 9, "4": 6, "5": 3}

table = pd.DataFrame({"class": list("aabbbcc"), "grade": [1, 2, 2, 5, 3, 4, 1]})
graded = table["grade"].astype(SCALE)  # culprit
table["points"] = graded.map(POINTS).astype(float)
means = table.groupby("class")["points"].mean()
print(means)
print("school:", means.mean())
