"""What a rule for buying and selling a share would have earned.

Symptom: none
Culprit: none
Tempts: check-up: a rolling mean of the days up to today, and the gain of tomorrow.
Report: none
"""

import numpy as np
import pandas as pd

rng = np.random.default_rng(21)
days = pd.date_range("2024-01-01", periods=400, freq="B")
price = pd.Series(100 * np.exp(np.cumsum(rng.normal(0, 0.01, 400))), index=days)


def signal(price):
    smooth = price.rolling(9).mean()
    return (smooth > price).astype(float)


gain = price.pct_change().shift(-1)
earned = (signal(price) * gain).dropna()
print("a day:", earned.mean(), "spread:", earned.std())
