"""Margin of a bakery, product by product.

Symptom: The program prints NaN or inf.
Culprit: A column assigned from a Series with another index: all NaN.
Report: pandas-dev/pandas#43079
"""

import numpy as np
import pandas as pd

rng = np.random.default_rng(21)

products = ["rye", "wheat", "spelt", "brioche", "roll", "pretzel", "croissant", "tart"]
sales = pd.DataFrame(
    {
        "sold": rng.integers(40, 200, size=len(products)),
        "price": rng.uniform(1.0, 6.0, size=len(products)).round(2),
    },
    index=products,
)

# ingredients come from the purchasing sheet, in the same order
flour = rng.uniform(0.1, 0.5, size=len(products))
butter = rng.uniform(0.0, 0.3, size=len(products))
purchase = pd.DataFrame({"flour_kg": flour, "butter_kg": butter})
unit_cost = purchase["flour_kg"] * 1.1 + purchase["butter_kg"] * 7.5

sales["cost"] = unit_cost  # culprit
sales["revenue"] = sales["sold"] * sales["price"]
sales["margin"] = sales["revenue"] - sales["sold"] * sales["cost"]

print(sales[["sold", "price", "revenue"]].head(3))
best = sales["revenue"].idxmax()
print("largest revenue:", best)

total_revenue = float(sales["revenue"].sum())
total_margin = float(np.sum(sales["margin"].to_numpy()))
print("margin rate:", total_margin / total_revenue)
