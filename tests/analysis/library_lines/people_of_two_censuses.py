"""Add the counts of two years.

Report: wesm/pydata-book#144: a state in one of them only
Says: aligns both sides by label: 1 of 4 labels is on one side only
"""

import pandas as pd

first = pd.Series({"Ohio": 35000.0, "Oregon": 16000.0, "Texas": 71000.0, "Utah": 5000.0})
second = pd.Series({"Ohio": 35000.0, "Oregon": 16000.0, "Texas": 71000.0})
both = first + second  # culprit
print(both.to_numpy().sum())
