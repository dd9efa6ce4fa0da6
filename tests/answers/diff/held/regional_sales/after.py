"""Quarterly sales of a paint maker by product and the stock to order.

Symptom: The last number is another one.
Culprit: Small edit: pivot_table without aggfunc="sum" gives means.
Report: dmnfarrell/pandastable#68
"""

import numpy as np
import pandas as pd

SHARES = {"gloss": 0.4, "matt": 0.35, "primer": 0.2, "varnish": 0.05}


def orders(n=900, seed=33):
    rng = np.random.default_rng(seed)
    return pd.DataFrame(
        {
            "quarter": rng.choice(["Q1", "Q2", "Q3", "Q4"], n),
            "product": rng.choice(list(SHARES), n, p=list(SHARES.values())),
            "litres": rng.gamma(3.0, 6.0, n).round(1),
        }
    )


def quarterly(frame):
    table = pd.pivot_table(
        frame, values="litres", index="product", columns="quarter", fill_value=0
    )  # culprit
    return table.sort_index()


def order_plan(table, cover=0.25):
    busiest = table.max(axis="columns")
    return (busiest * (1 + cover)).round(0)


def main():
    table = quarterly(orders())
    plan = order_plan(table)
    print(table.round(0))
    print(plan.to_string())
    print(f"litres to order: {plan.sum():.0f}")


if __name__ == "__main__":
    main()
