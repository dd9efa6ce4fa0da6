"""Sum visits over three days.

Report: pandas-dev/pandas#15816: each window wants as many values as it is long
Says: `rolling(3)`: 3 of 5 windows hold fewer than 3 values
"""

import pandas as pd

visits = pd.Series([None, 2, 3, 4, 5], dtype=float)
sums = visits.rolling(3).sum()  # culprit
print(sums.max(), sums.iloc[0])
