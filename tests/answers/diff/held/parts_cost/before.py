"""Cost of the orders of a bicycle workshop."""

import numpy as np
import pandas as pd

rng = np.random.default_rng(61)

PARTS = ["chain", "tyre", "tube", "brake", "pedal", "saddle"]
price_list = pd.DataFrame(
    {
        "part": PARTS + ["tyre", "brake"],  # two parts appear again with their new price
        "price": [18.0, 31.0, 6.0, 24.0, 15.0, 45.0, 33.0, 26.0],
    }
)
orders = pd.DataFrame({"part": rng.choice(PARTS, 150), "pieces": rng.integers(1, 4, 150)})

price = {}
for _, row in price_list.iterrows():
    price[row["part"]] = row["price"]

total = 0.0
for _, order in orders.iterrows():
    total += order["pieces"] * price[order["part"]]

print("dearest part:", max(price, key=price.get))
print("pieces:", int(orders["pieces"].sum()))
print("orders:", len(orders))
print("total cost:", total)
