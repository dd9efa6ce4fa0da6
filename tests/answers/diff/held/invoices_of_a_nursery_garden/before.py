"""Add up what a nursery garden earns by kind of plant, with the list of prices as it was changed over the year."""

import numpy as np
import pandas as pd

PLANTS = ["beech", "box", "dogwood", "hazel", "holly", "lilac", "privet", "rose", "yew"]


def orders(rng, number=260):
    plant = rng.choice(PLANTS, number, p=rng.dirichlet(np.full(len(PLANTS), 6.0)))
    return pd.DataFrame(
        {
            "order": np.arange(1, number + 1),
            "plant": plant,
            "pieces": 1 + rng.poisson(5.0, number),
            "pick_up": rng.random(number) < 0.3,
        }
    )


def price_list(rng):
    """Return the prices; who changes one adds a line at the end."""
    first = pd.DataFrame({"plant": PLANTS, "price": np.round(rng.uniform(4.0, 18.0, len(PLANTS)), 1)})
    changed = first[first["plant"].isin(["hazel", "rose"])].copy()
    changed["price"] = np.round(changed["price"] * 1.1, 1)
    return pd.concat([first, changed], ignore_index=True)


def valid_prices(prices):
    table = prices.copy()
    table = table.drop_duplicates("plant", keep="last")  # culprit
    return table.sort_values("plant", ignore_index=True)


def billed(table, prices):
    """Return the orders with what each costs; who picks up pays no freight."""
    bill = table.merge(valid_prices(prices), on="plant", how="left")
    bill["goods"] = bill["pieces"] * bill["price"]
    bill["freight"] = np.where(bill["pick_up"], 0.0, 3.5 + 0.4 * bill["pieces"])
    bill["sum"] = bill["goods"] + bill["freight"]
    return bill


def by_plant(bill):
    return bill.groupby("plant").agg(pieces=("pieces", "sum"), earned=("sum", "sum"))


def main():
    rng = np.random.default_rng(31)
    bill = billed(orders(rng), price_list(rng))
    table = by_plant(bill)
    print(table.round(2).to_string())
    print(f"largest order: {bill['sum'].max():.2f}")
    print(f"mean order: {bill['sum'].mean():.3f}")
    print(f"earned: {table['earned'].sum():.2f}")


if __name__ == "__main__":
    main()
