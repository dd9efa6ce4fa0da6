"""Clean a table of deliveries and add up what each depot spent on fuel; `--fixed` corrects the codes of the depots.

numscope run examples/tables.py
numscope nan tables.numscope
"""

import sys

import numpy as np
import pandas as pd


def deliveries():
    rng = np.random.default_rng(5)
    table = pd.DataFrame(
        {
            "depot": ["N", "E ", "S", "N", "E", "S", "N", "S"],
            "litres": rng.normal(60.0, 8.0, 8).round(1),
            "km": rng.integers(200, 500, 8),
        }
    )
    table.loc[4, "litres"] = np.nan  # the receipt was lost
    return table


def with_prices(table):
    prices = pd.DataFrame({"depot": ["N", "E", "S"], "euro": [1.71, 1.64, 1.69]})
    return table.merge(prices, on="depot", how="left")


table = deliveries()
if "--fixed" in sys.argv:
    table["depot"] = table["depot"].str.strip()
table["litres"] = table["litres"].fillna(table["litres"].mean())
priced = with_prices(table)
priced["cost"] = priced["litres"] * priced["euro"]
share = priced.groupby("depot")["cost"].transform("sum") / priced["cost"].to_numpy().sum()
print("cost:", priced["cost"].to_numpy().sum())
print("largest share:", share.max())
