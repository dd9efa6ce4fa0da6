"""Bill the stalls of a market hall for the time that they were rented.

Culprit: see after.py
"""

import numpy as np
import pandas as pd

RATES = {"corner": 92.0, "row": 61.0, "cellar": 38.5}


def stalls(count, seed):
    rng = np.random.default_rng(seed)
    return pd.DataFrame(
        {
            "kind": rng.choice(list(RATES), count),
            "area": rng.uniform(4, 20, count).round(1),
            "days": rng.integers(10, 200, count),
            "power": rng.gamma(2.0, 30.0, count).round(1),
        }
    )


table = stalls(70, seed=88)
table["months"] = table["days"] / 30
table["rate"] = table["kind"].map(RATES)
table["rent"] = table["rate"] * table["area"] * table["months"] / 10
table["energy"] = 0.31 * table["power"]
long_term = table["days"] > 120
table.loc[long_term, "rent"] *= 0.92
table["bill"] = table["rent"] + table["energy"]
for kind, part in table.groupby("kind"):
    print(f"{kind:7s} {len(part):3d} {part['bill'].sum():10.2f} {part['bill'].max():9.2f}")
print(f"all {table['bill'].sum():.2f}, energy {table['energy'].sum():.2f}")
