"""Water bills by zone.

Symptom: the total is nan
Culprit: one zone has no price
Report: none
"""

import pandas as pd

METERS = {
    "meter": ["A1", "A2", "B7", "B9"],
    "cubic": [12.5, 30.0, 8.2, 19.9],
    "zone": ["low", "high", "low", "mid"],
}
PRICES = pd.Series({"low": 1.2, "high": 2.9})


def bill(table):
    price = table["zone"].map(PRICES)  # culprit
    return table.assign(cost=table["cubic"] * price)


def main():
    bills = bill(pd.DataFrame(METERS))
    total = sum(bills["cost"])
    print(f"total {total:.2f}, largest {bills['cost'].max():.2f}")


main()
