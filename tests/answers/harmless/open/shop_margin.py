"""Computes revenue and margin of a shop from its receipts and its price list.

Symptom: none
Culprit: none
Tempts: `check-up` could accuse what its twin of `faults/` does wrong, and this does right.
Report: none
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
    newest_last = prices.sort_values("valid_from")
    current = newest_last.drop_duplicates("article", keep="last")
    priced = sales.merge(current, on="article", how="left")
    priced["revenue"] = priced["pieces"] * priced["price"]
    priced["margin"] = priced["revenue"] - priced["pieces"] * priced["cost"]
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
    print(f"gross margin:          {margin:.2f} EUR ({margin / revenue:.1%})")
    print(f"revenue a receipt: {revenue / sales['receipt'].nunique():.2f} EUR")


if __name__ == "__main__":
    main()
