"""Compute what a farm earned with baskets of fruit.

Symptom: the income of the day is nan.
Culprit: the price list says "Plum" and the baskets "plum": 2 of 8 baskets get no price.
Report: none
"""

import numpy as np
import pandas as pd

PRICES = {"apple": 2.4, "pear": 3.1, "Plum": 4.0, "quince": 5.2}


class Market:
    def __init__(self, prices):
        self.prices = prices

    def income(self, baskets):
        prices = baskets["fruit"].map(self.prices)  # culprit
        return float(np.dot(prices.to_numpy(), baskets["weight"].to_numpy()))


baskets = pd.DataFrame(
    {
        "fruit": ["apple", "pear", "plum", "apple", "quince", "pear", "plum", "apple"],
        "weight": [3.0, 2.5, 4.0, 6.1, 1.2, 3.3, 2.0, 5.0],
        "note": [None, None, "late", None, None, None, "late", None],
    }
)
late = baskets["note"].notna().sum()
income = Market(PRICES).income(baskets)
print(f"{late} baskets came late")
print(f"income: {income:.2f}, after tax {0.93 * income:.2f}")
