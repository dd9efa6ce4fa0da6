"""Computes revenue and margin of a shop from its receipts and its price list.

Symptom: the revenue is 6794.70 EUR for 1012 pieces, 16.99 EUR a receipt.
Culprit: the price list has 2 lines for oil and for tea, so the merge gives each of their receipts twice; with the newest price only it is 4372.80 EUR.
Report: https://www.fixpython.com/python/pandas/merge/pandas-merge-on-multiple-columns-gives-wrong-result
"""

import numpy as np
import pandas as pd


def make_sales(rows=400, seed=15):
    generator = np.random.default_rng(seed)
    return pd.DataFrame(
        {
            "receipt": np.arange(1, rows + 1),
            "article": generator.choice(["tea", "rice", "oil", "soap", "jam"], rows),
            "pieces": generator.integers(1, 5, rows),
        }
    )


def price_list():
    """Every article with its price; the office appends a line at each change."""
    return pd.DataFrame(
        {
            "article": ["tea", "rice", "oil", "soap", "jam", "oil", "tea"],
            "valid_from": pd.to_datetime(["2023-01-01"] * 5 + ["2024-03-01", "2024-04-01"]),
            "price": [4.20, 2.10, 7.50, 1.80, 3.60, 8.90, 4.60],
            "cost": [2.60, 1.30, 5.90, 0.90, 2.20, 6.80, 2.90],
        }
    )


def add_prices(sales, prices):
    current = prices.sort_values("valid_from")
    priced = sales.merge(current, on="article", how="left")  # culprit
    priced["revenue"] = priced["pieces"] * priced["price"]
    priced["margin"] = priced["pieces"] * (priced["price"] - priced["cost"])
    return priced


def main():
    sales = make_sales()
    priced = add_prices(sales, price_list())
    print(f"receipts: {sales['receipt'].nunique()}, pieces sold: {sales['pieces'].sum()}")
    by_article = priced.groupby("article")[["revenue", "margin"]].sum()
    print(by_article.round(2).to_string())
    revenue = priced["revenue"].sum()
    margin = priced["margin"].sum()
    print(f"revenue May 2024: {revenue:.2f} EUR")
    print(f"margin:           {margin:.2f} EUR ({margin / revenue:.1%})")
    print(f"revenue a receipt: {revenue / sales['receipt'].nunique():.2f} EUR")


if __name__ == "__main__":
    main()
