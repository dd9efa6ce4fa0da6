"""Compare the heat that houses use with their insulation.

Culprit: see after.py
"""

import numpy as np
import pandas as pd


def houses(seed):
    rng = np.random.default_rng(seed)
    return pd.DataFrame(
        {
            "house": np.arange(40),
            "area": rng.uniform(70, 220, 40).round(1),
            "wall": rng.choice(["brick", "timber", "concrete"], 40),
        }
    )


def bills(seed):
    rng = np.random.default_rng(seed)
    rows = []
    for house in range(40):
        for month in range(1, 13):
            cold = 1 + np.cos((month - 1) / 12 * 2 * np.pi)
            rows.append((house, month, 300 + 450 * cold + rng.normal(0, 30)))
    return pd.DataFrame(rows, columns=["house", "month", "kwh"])


U = pd.DataFrame({"wall": ["brick", "timber", "concrete"], "u": [0.6, 0.35, 0.8]})

table = bills(2).merge(houses(1), on="house").merge(U, on="wall")
table["per_area"] = table["kwh"] / table["area"]
winter = table[table["month"].isin([12, 1, 2])]
means = winter.groupby("wall")["per_area"].mean()
yearly = table.groupby("house")["kwh"].sum()
worst = []
for house, part in table.groupby("house"):
    worst.append((house, part["per_area"].max()))
worst.sort(key=lambda pair: -pair[1])
for wall, mean in means.items():
    print(f"{wall:9s} {mean:.5f}")
print(f"a year {yearly.mean():.3f} kWh, most {yearly.max():.3f}")
print("worst houses", [house for house, _ in worst[:4]])
print(f"weighted u {(table['u'] * table['kwh']).sum() / table['kwh'].sum():.6f}")
