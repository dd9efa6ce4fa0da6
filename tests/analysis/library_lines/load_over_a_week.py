"""Smooth a load curve over a week.

Report: pydata/bottleneck#53: what to do before the first window is full
Says: `rolling(7)`: the first 6 windows are not full
"""

import numpy as np
import pandas as pd

load = pd.Series(np.arange(20.0))
smooth = load.rolling(7).mean()  # culprit
print("change since the first day:", smooth.iloc[-1] - smooth.iloc[0])
