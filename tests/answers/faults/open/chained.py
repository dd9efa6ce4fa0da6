"""Marks rows of a table.

Symptom: None is marked.
Culprit: The assignment goes to a copy of the rows.
Report: none
"""

import pandas as pd

df = pd.DataFrame({"a": [1, -2, 3], "b": [0, 0, 0]})
df[df.a > 0]["b"] = 1  # culprit
print(df.b.sum())
