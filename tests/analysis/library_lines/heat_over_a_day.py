"""Put heat readings on a scale of minutes and total them.

Report: pandas-dev/pandas#12282: numbers are no time spans
Says: `reindex`: all 3 labels are not in the index
"""

import pandas as pd

readings = pd.Series([20.5, 21.0, 24.5])
minutes = pd.to_timedelta([0, 10, 20], unit="min")
scaled = readings.reindex(minutes)  # culprit
print("mean heat:", scaled.mean())
