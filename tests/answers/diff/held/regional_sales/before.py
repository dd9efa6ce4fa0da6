"""Quarterly sales of a paint maker by product and the stock to order."""

import numpy as np
import pandas as pd

PRODUCTS = ["gloss", "matt", "primer", "varnish"]


def orders(n=900, seed=33):
    rng = np.random.default_rng(seed)
    return pd.DataFrame(
        {
            "quarter": rng.choice(["Q1", "Q2", "Q3", "Q4"], n),
            "product": rng.choice(PRODUCTS, n, p=[0.4, 0.35, 0.2, 0.05]),
            "litres": np.round(rng.gamma(3.0, 6.0, n), 1),
        }
    )


def quarterly(frame):
    return frame.pivot_table(index="product", columns="quarter", values="litres", aggfunc="sum", fill_value=0)


def order_plan(table, cover=0.25):
    busiest = table.max(axis=1)
    return (busiest * (1 + cover)).round(0)


def main():
    table = quarterly(orders())
    plan = order_plan(table)
    print(table.round(0))
    print(plan.to_string())
    print(f"litres to order: {plan.sum():.0f}")


if __name__ == "__main__":
    main()
