"""Turn grades into points.

Report: pandas-dev/pandas#20495: what a mapping lacks is missing
Says: `map`: 1 of 5 values has no entry in the mapping
"""

import pandas as pd

grades = pd.Series(["a", "b", "c", "a", "f"])
points = grades.map({"a": 4.0, "b": 3.0, "c": 2.0})  # culprit
print("mean:", points.to_numpy().mean())
