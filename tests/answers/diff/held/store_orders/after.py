"""Revenue of an online shop by customer country.

Symptom: The last number is another one.
Culprit: Refactoring to a class: drop_duplicates no longer by customer, merge repeats orders.
Report: precimed/python_convert#26
"""

import numpy as np
import pandas as pd


class ShopData:
    def __init__(self, seed=37):
        rng = np.random.default_rng(seed)
        first = pd.DataFrame(
            {
                "customer": np.arange(200),
                "country": rng.choice(["DE", "FR", "IT", "NL"], 200, p=[0.4, 0.3, 0.2, 0.1]),
                "updated": pd.Timestamp("2024-01-01") + pd.to_timedelta(rng.integers(0, 100, 200), unit="D"),
            }
        )
        moved = first.sample(45, random_state=4).copy()
        moved["updated"] = moved["updated"] + pd.Timedelta(days=120)
        moved["country"] = rng.choice(["DE", "NL"], 45)
        self.customers = pd.concat([first, moved], ignore_index=True)
        self.orders = pd.DataFrame(
            {
                "order": np.arange(1500),
                "customer": rng.integers(0, 200, 1500),
                "value": np.round(rng.gamma(2.0, 30.0, 1500), 2),
            }
        )

    def addresses(self):
        return self.customers.sort_values("updated")[["customer", "country"]].drop_duplicates()  # culprit


def attach_country(orders, addresses):
    return orders.merge(addresses, on="customer", how="left")


def revenue_by_country(joined):
    return joined.groupby("country")["value"].sum()


def main():
    shop = ShopData()
    joined = attach_country(shop.orders, shop.addresses())
    revenue = revenue_by_country(joined)
    print(revenue.round(2).to_string())
    print(f"share of DE: {revenue['DE'] / revenue.sum():.4f}")
    print(f"revenue: {revenue.sum():.2f}")


if __name__ == "__main__":
    main()
