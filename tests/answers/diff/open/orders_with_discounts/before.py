"""Sum the turnover of a shop by customer group, discounts taken off."""

import numpy as np
import pandas as pd

rng = np.random.default_rng(17)
orders = pd.DataFrame(
    {
        "customer": rng.integers(1, 40, 200),
        "amount": rng.gamma(2.0, 30.0, 200).round(2),
        "coupon": rng.choice(["SPRING", "VIP", "NONE", "OLD"], 200),
    }
)
coupons = pd.DataFrame({"coupon": ["SPRING", "VIP", "NONE"], "share": [0.1, 0.25, 0.0]})
customers = pd.DataFrame({"customer": range(1, 40), "group": ["a", "b", "c"] * 13})

table = orders.merge(coupons, on="coupon", how="left")
table["share"] = table["share"].fillna(0.0)
table["paid"] = table["amount"] * (1 - table["share"])
table = table.merge(customers, on="customer")
sums = table.groupby("group")["paid"].sum()
print(sums.round(2).to_string())
print("mean order:", round(table["paid"].mean(), 3))
