"""Bill the stalls of a market hall for the time that they were rented.

Symptom: bills are lower than before
Culprit: months are counted in whole ones, by //, where before a part of a month was billed too
Report: none
"""

import numpy as np
import pandas as pd

RATES = pd.Series({"corner": 92.0, "row": 61.0, "cellar": 38.5})
PRICE_OF_ENERGY = 0.31
LONG_TERM = 120
DISCOUNT = 0.08


def stalls(count, seed):
    rng = np.random.default_rng(seed)
    return pd.DataFrame(
        {
            "kind": rng.choice(list(RATES.index), count),
            "area": rng.uniform(4, 20, count).round(1),
            "days": rng.integers(10, 200, count),
            "power": rng.gamma(2.0, 30.0, count).round(1),
        }
    )


def months(days):
    return days // 30  # culprit


def rent(table):
    full = RATES[table["kind"]].to_numpy() * table["area"] * months(table["days"]) / 10
    return full.where(table["days"] <= LONG_TERM, (1 - DISCOUNT) * full)


def billed(table):
    energy = PRICE_OF_ENERGY * table["power"]
    return table.assign(energy=energy, bill=rent(table) + energy)


table = billed(stalls(70, seed=88))
for kind, part in table.groupby("kind")["bill"]:
    print(f"{kind:7s} {len(part):3d} {part.sum():10.2f} {part.max():9.2f}")
print(f"all {table['bill'].sum():.2f}, energy {table['energy'].sum():.2f}")
