"""Compute Wilder's relative strength index of a share.

Symptom: The index of the first weeks differs from the broker's by up to 7 points; later it agrees.
Culprit: `ewm(alpha=1 / 14)` has `adjust=True`, a weighted mean of the past; Wilder's recursion needs `adjust=False`.
Report: twopirllc/pandas-ta#767
"""

import numpy as np
import pandas as pd


def prices(days=90):
    rng = np.random.default_rng(30)
    index = pd.bdate_range("2023-05-01", periods=days)
    return pd.Series(50 * np.exp(np.cumsum(rng.normal(0.001, 0.02, days))), index=index)


def smooth(series, length):
    return series.ewm(alpha=1 / length).mean()  # culprit


def rsi(close, length=14):
    change = close.diff().dropna()
    gain = smooth(change.clip(lower=0), length)
    loss = smooth(-change.clip(upper=0), length)
    return 100 - 100 / (1 + gain / loss)


if __name__ == "__main__":
    index = rsi(prices())
    for day in (13, 20, 40, 88):
        print(index.index[day].date(), f"{index.iloc[day]:.4f}")
    print("days above 70:", int((index > 70).sum()))
