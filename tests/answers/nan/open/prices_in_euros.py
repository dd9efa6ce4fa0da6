"""Read prices with commas and report their mean by shop.

Symptom: the mean price of the shop Nord is nan.
Culprit: prices of Nord have a comma, which to_numeric with errors='coerce' makes NaN.
Report: none
"""

import io

import pandas as pd

TEXT = """shop;item;price
West;bread;3.20
West;cheese;5.75
Nord;bread;3,40
Nord;cheese;6,10
Ost;bread;2.95
Ost;cheese;5.20
"""

table = pd.read_csv(io.StringIO(TEXT), sep=";", dtype=str)
table["price"] = pd.to_numeric(table["price"], errors="coerce")  # culprit
means = table.groupby("shop")["price"].mean()
print(means)
print("cheapest:", means.idxmin())
print("range:", (means - means["Nord"]).abs().max())
