"""Feed costs and milk yield of dairy farms by feed plan.

Merges deliveries with the price list and prints cost per litre of milk.

Symptom: none
Culprit: none
Tempts: feeds repeat in the price list, but feed and quarter together are unique and the rows stay 260.
Report: none
"""

import numpy as np
import pandas as pd

FEEDS = ["maize", "hay", "soy", "beet pulp"]


def price_list():
    rows = []
    for feed, base, kept in zip(FEEDS, (182.0, 121.0, 465.0, 205.0), (4, 4, 4, 4)):
        for quarter in range(1, kept + 1):
            rows.append((feed, quarter, base * (1 + 0.03 * (quarter - 2))))
    return pd.DataFrame(rows, columns=["feed", "quarter", "price"])


def deliveries(rng, n=260):
    return pd.DataFrame(
        {
            "farm": rng.choice([f"F{k:02d}" for k in range(12)], n),
            "feed": rng.choice(FEEDS, n, p=[0.4, 0.3, 0.2, 0.1]),
            "quarter": rng.integers(1, 5, n),
            "tonnes": rng.gamma(4.0, 2.2, n).round(2),
        }
    )


def priced(table, prices):
    """Deliveries with their price and cost."""
    out = table.merge(prices, on=["feed", "quarter"], how="left")
    return out.assign(cost=out["tonnes"] * out["price"])


def milk(rng, table):
    tonnes = table.groupby("farm")["tonnes"].sum()
    return tonnes * 1150 + rng.normal(0, 9000, len(tonnes))


def main():
    rng = np.random.default_rng(36)
    table = deliveries(rng)
    litres = milk(rng, table)
    costs = priced(table, price_list())
    print("tonnes delivered: %.1f" % table["tonnes"].sum())
    print("tonnes priced:    %.1f in %d rows" % (costs["tonnes"].sum(), len(costs)))
    farm = costs.groupby("farm")["cost"].sum()
    per_litre = 100 * farm / litres
    print("cost per litre [ct]: mean %.3f, sd %.3f" % (per_litre.mean(), per_litre.std()))
    print("cheapest farm:", per_litre.idxmin(), "dearest:", per_litre.idxmax())
    share = costs.groupby("feed")["cost"].sum() / costs["cost"].sum()
    print(share.round(4).to_string())
    print("annual cost: %.0f" % costs["cost"].sum())


if __name__ == "__main__":
    main()
