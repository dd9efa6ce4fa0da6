"""Print the calmest and the wildest week of a fund.

Symptom: none
Culprit: none
Tempts: `nan`: the first 4 windows of a rolling spread and the first return are NaN, and are dropped.
Report: none
"""

import numpy as np
import pandas as pd

rng = np.random.default_rng(19)
days = pd.bdate_range("2024-02-01", periods=45)
price = pd.Series(50 * np.exp(np.cumsum(rng.normal(0, 0.01, len(days)))), index=days, name="price")
table = price.to_frame()
table["return"] = table["price"].pct_change()
table["spread"] = table["return"].rolling(5).std()
table["week"] = table.index.isocalendar().week
weeks = table.dropna().groupby("week")["spread"].mean()
print("calmest week:", int(weeks.idxmin()), round(weeks.min(), 5))
print("wildest week:", int(weeks.idxmax()), round(weeks.max(), 5))
print("largest fall:", round(table["return"].min(), 5))
