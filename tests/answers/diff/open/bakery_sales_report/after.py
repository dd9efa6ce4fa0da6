"""Write the weekly report of a bakery: sales by product and by weekday.

Symptom: Independent statements changed places and names changed; the report is the same.
Culprit: none: equal
Report: none
"""

import numpy as np
import pandas as pd


def read_sales():
    rng = np.random.default_rng(14)
    days = pd.date_range("2024-03-04", periods=84, freq="D").repeat(3)
    products = np.tile(["bread", "cake", "roll"], 84)
    pieces = rng.poisson(np.tile([120, 30, 260], 84))
    return pd.DataFrame({"day": days, "product": products, "pieces": pieces})


def main():
    sales = read_sales()
    price_list = pd.Series({"bread": 3.9, "cake": 2.75, "roll": 0.45})
    sales["weekday"] = sales["day"].dt.day_name()
    sales["turnover"] = sales["pieces"] * sales["product"].map(price_list)
    weekday_means = sales.groupby("weekday")["turnover"].mean()
    product_totals = sales.groupby("product")["turnover"].sum()
    cake_share = product_totals["cake"] / product_totals.sum()
    print(product_totals.to_string())
    print(weekday_means.sort_index().to_string())
    print(f"share of cake: {cake_share:.15f}")


main()
