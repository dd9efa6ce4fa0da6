"""Settle the month of a dairy: litres, fat and money of each farm that delivered.

Symptom: none
Culprit: none: equal
Report: none
"""

import numpy as np
import pandas as pd

FARMS = [f"farm {letter}" for letter in "ABCDEFGH"]
DAYS = pd.date_range("2023-10-01", "2023-10-31", freq="D")
BASE, PER_FAT, PENALTY = 0.42, 0.03, 0.05
MOST_CELLS = 250
EVEN, BONUS = 0.07, 0.01


def deliveries(seed=3107):
    """One row per farm and day; a farm may miss a day."""
    rng = np.random.default_rng(seed)
    rows = []
    for farm in FARMS:
        herd = rng.integers(18, 70)
        for date in DAYS:
            if rng.random() >= 0.06:
                rows.append(
                    (
                        farm,
                        date,
                        herd * rng.normal(21.0, 1.5),
                        rng.normal(4.1, 0.15),
                        rng.lognormal(5.0, 0.35),
                    )
                )
    return pd.DataFrame(rows, columns=["farm", "date", "litres", "fat", "cells"])


def valued(milk):
    """Add what each delivery holds and brings."""
    poor = milk["cells"].gt(MOST_CELLS)
    price = BASE + PER_FAT * (milk["fat"] - 4.0) - PENALTY * poor
    return milk.assign(
        poor=poor.astype(float),
        cream=milk["litres"] * milk["fat"] / 100,
        money=milk["litres"] * price,
    )


def settled(milk):
    groups = milk.groupby("farm")
    sums = groups[["litres", "cream", "poor", "money"]].sum()
    spread = groups["litres"].std() / groups["litres"].mean()
    result = pd.DataFrame(
        {
            "litres": sums["litres"],
            "fat": 100 * sums["cream"] / sums["litres"],
            "poor": sums["poor"],
            "money": sums["money"],
            "bonus": (BONUS * sums["money"]).where(spread < EVEN, 0.0),
        }
    )
    return result.assign(paid=result["money"] + result["bonus"])


def main():
    milk = valued(deliveries())
    result = settled(milk)
    print(result.round(3).to_string())
    print(f"paid in all {result['paid'].sum():.3f}")
    print(f"days missing {len(FARMS) * len(DAYS) - len(milk)}")
    week = milk["date"].dt.isocalendar().week
    for number, litres in milk.groupby(week)["litres"].sum().items():
        print(f"week {number}: {litres:.3f} litres")
    print("best milk:", result["fat"].idxmax())


if __name__ == "__main__":
    main()
