"""Compare the heat that houses use with their insulation.

Symptom: merges became maps, a loop became a group by; all numbers are the same
Culprit: none: equal
Report: none
"""

import numpy as np
import pandas as pd

U = {"brick": 0.6, "timber": 0.35, "concrete": 0.8}
WINTER = (12, 1, 2)


def houses(seed):
    rng = np.random.default_rng(seed)
    area = rng.uniform(70, 220, 40).round(1)
    wall = rng.choice(list(U), 40)
    return pd.DataFrame({"area": area, "wall": wall}, index=pd.RangeIndex(40, name="house"))


def bills(seed):
    rng = np.random.default_rng(seed)
    house = np.repeat(np.arange(40), 12)
    month = np.tile(np.arange(1, 13), 40)
    cold = 1 + np.cos((month - 1) / 12 * 2 * np.pi)
    kwh = 300 + 450 * cold + rng.normal(0, 30, house.size)
    return pd.DataFrame({"house": house, "month": month, "kwh": kwh})


def joined(bills, houses):
    table = bills.assign(area=bills["house"].map(houses["area"]), wall=bills["house"].map(houses["wall"]))
    return table.assign(per_area=table["kwh"] / table["area"], u=table["wall"].map(U))


def report(table):
    means = table.query("month in @WINTER").groupby("wall")["per_area"].mean()
    for wall, mean in means.items():
        print(f"{wall:9s} {mean:.5f}")
    yearly = table.groupby("house")["kwh"].sum()
    print(f"a year {yearly.mean():.3f} kWh, most {yearly.max():.3f}")
    worst = table.groupby("house")["per_area"].max().nlargest(4)
    print("worst houses", worst.index.tolist())
    print(f"weighted u {np.average(table['u'], weights=table['kwh']):.6f}")


report(joined(bills(2), houses(1)))
