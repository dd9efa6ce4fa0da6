"""Cost of the orders of a bicycle workshop.

Symptom: The last number is another one.
Culprit: The lookup table has two rows for a part, rows multiply.
Report: pandas-dev/pandas#26478
"""

import numpy as np
import pandas as pd

PARTS = ["chain", "tyre", "tube", "brake", "pedal", "saddle"]
price_list = pd.DataFrame(
    {
        "part": PARTS + ["tyre", "brake"],  # two parts appear again with their new price
        "price": [18.0, 31.0, 6.0, 24.0, 15.0, 45.0, 33.0, 26.0],
    }
)


def load_orders(n=150, seed=61):
    rng = np.random.default_rng(seed)
    return pd.DataFrame({"part": rng.choice(PARTS, n), "pieces": rng.integers(1, 4, n)})


orders = load_orders()

priced = orders.merge(price_list, on="part", how="left")  # culprit
priced["cost"] = priced["pieces"] * priced["price"]
total = priced["cost"].sum()

print("dearest part:", priced.loc[priced["price"].idxmax(), "part"])
print("pieces:", int(orders["pieces"].sum()))
print("orders:", len(orders))
print("total cost:", total)
