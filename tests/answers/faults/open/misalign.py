"""The mean of the sum of two series.

Symptom: It leaves out two values.
Culprit: Their labels are shifted by one.
Report: none
"""

import pandas as pd

a = pd.Series([1.0, 2, 3], index=[0, 1, 2])
b = pd.Series([1.0, 2, 3], index=[1, 2, 3])
print((a + b).mean())  # culprit
