"""Report the sales of a shop by weekday, corrected for holidays."""

import numpy as np
import pandas as pd


def sales(days=140):
    rng = np.random.default_rng(6)
    date = pd.date_range("2025-01-06", periods=days)
    return pd.DataFrame({"date": date, "euro": rng.gamma(20, 50, days), "holiday": rng.random(days) < 0.05})


table = sales()
table["weekday"] = table["date"].dt.dayofweek
table = table[~table["holiday"]]
mean = table.groupby("weekday")["euro"].mean()
share = mean / mean.sum()
print(mean.round(2))
print("share of Saturday:", round(float(share[5]), 5))
