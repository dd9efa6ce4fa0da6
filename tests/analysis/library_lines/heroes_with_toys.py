"""Score the heroes of whom everything is known.

Report: pandas-dev/pandas#32190: rows that were dropped keep their labels
Says: assigns by label: 1 of 2 labels is not in the index of what is assigned
"""

import numpy as np
import pandas as pd

heroes = pd.DataFrame({"height": [1.8, 1.9, 1.7], "weight": [np.nan, 80.0, 60.0]}).dropna()
scores = pd.DataFrame({"score": np.zeros(2)})
scores["height"] = heroes["height"]  # culprit
print(scores.mean())
