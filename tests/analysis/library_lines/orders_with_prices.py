"""Price orders by a list in which two articles are missing.

Report: pandas-dev/pandas#33576
Says: `merge(on=['id'], how='left')`: 2 of 4 rows have no partner
"""

import pandas as pd

orders = pd.DataFrame({"id": [1, 2, 3, 4], "amount": [5, 1, 2, 2]})
prices = pd.DataFrame({"id": [2, 4], "price": [9.5, 3.0]})
priced = pd.merge(orders, prices, how="left", on=["id"])  # culprit
print("turnover:", (priced["amount"] * priced["price"]).tolist())
