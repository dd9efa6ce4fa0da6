"""Add the sales region to every order and report the turnover by region.

Symptom: no region has any turnover and every discount is nan.
Culprit: join looks up the row numbers 0 to 5 of the orders, not their column "store", in the index of the regions.
Report: QuantEcon/lecture-datascience.myst#215
"""

import pandas as pd


def read_orders():
    return pd.DataFrame(
        {
            "store": [101, 104, 101, 107, 104, 110],
            "amount": [250.0, 80.0, None, 410.0, 95.5, 60.0],
        }
    )


def read_regions():
    table = pd.DataFrame(
        {
            "store": [101, 104, 107, 110],
            "region": ["north", "south", "north", "west"],
            "discount": [0.02, 0.0, 0.05, 0.01],
        }
    )
    return table.set_index("store")


def enrich(orders, regions):
    return orders.join(regions)  # culprit


if __name__ == "__main__":
    orders = enrich(read_orders(), read_regions())
    orders["net"] = orders["amount"] * (1 - orders["discount"])
    print(orders)
    print("turnover:", orders.groupby("region")["net"].sum().to_dict())
    print("highest net amount:", orders["net"].max())
