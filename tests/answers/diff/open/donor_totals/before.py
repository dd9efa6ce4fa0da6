"""Gifts of the year by donor group for a charity's annual report.

Joins the gifts with the donor register; gifts of people who are not registered
count as "walk-in". Prints the sum and the share of each group.

Culprit: see after.py.
"""

import pandas as pd

GIFTS = pd.DataFrame(
    {
        "donor": [101, 102, 101, 205, 330, 102, 411, 330, 512, 101],
        "amount": [50.0, 20.0, 75.0, 500.0, 15.0, 20.0, 260.0, 30.0, 10.0, 50.0],
    }
)
REGISTER = pd.DataFrame({"donor": [101, 102, 205, 512], "group": ["member", "member", "patron", "friend"]})

table = pd.merge(GIFTS, REGISTER, on="donor", how="left")
table["group"] = table["group"].fillna("walk-in")
sums = table.groupby("group")["amount"].sum().sort_index()
for group, amount in sums.items():
    print(f"{group:8s} {amount:8.2f} {amount / sums.sum():7.2%}")
print(f"total    {sums.sum():8.2f}")
