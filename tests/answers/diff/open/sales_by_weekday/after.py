"""Report the sales of a shop by weekday, corrected for holidays.

Symptom: after the script became functions, the share of Saturday differs.
Culprit: groupby takes the median in place of the mean.
Report: none
"""

import numpy as np
import pandas as pd


def sales(days=140):
    rng = np.random.default_rng(6)
    date = pd.date_range("2025-01-06", periods=days)
    return pd.DataFrame({"date": date, "euro": rng.gamma(20, 50, days), "holiday": rng.random(days) < 0.05})


def open_days(table):
    return table[~table["holiday"]].assign(weekday=lambda days: days["date"].dt.dayofweek)


def typical(table):
    return table.groupby("weekday")["euro"].median()  # culprit


def main():
    mean = typical(open_days(sales()))
    share = mean / mean.sum()
    print(mean.round(2))
    print("share of Saturday:", round(float(share[5]), 5))


main()
