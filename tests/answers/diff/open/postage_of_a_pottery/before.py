"""Work out what a pottery pays for the parcels that it sends.

Culprit: see after.py
"""

import numpy as np
import pandas as pd

DEFAULT_RATE = 11.9


def parcels(count, seed):
    rng = np.random.default_rng(seed)
    zones = np.array(["A", "B", "C", "D", "island"])
    return pd.DataFrame(
        {
            "order": np.arange(1000, 1000 + count),
            "zone": rng.choice(zones, count, p=[0.4, 0.25, 0.2, 0.1, 0.05]),
            "kilos": rng.gamma(3.0, 1.1, count).round(2),
            "fragile": rng.random(count) < 0.6,
        }
    )


def tariff():
    return pd.DataFrame({"zone": ["A", "B", "C", "D"], "rate": [4.2, 5.1, 6.4, 8.8], "days": [1, 2, 2, 4]})


sent = parcels(260, seed=5)
priced = sent.merge(tariff(), on="zone", how="left")
priced["rate"] = priced["rate"].fillna(DEFAULT_RATE)
priced["days"] = priced["days"].fillna(7)
priced["postage"] = priced["rate"] + 0.85 * priced["kilos"]
priced.loc[priced["fragile"], "postage"] *= 1.1
late = priced["days"] > 3
print(f"parcels {len(priced)}")
print(f"postage {priced['postage'].sum():.2f}")
print(f"slow parcels {late.sum()}, {priced.loc[late, 'postage'].mean():.3f} each")
print(f"median weight {sent['kilos'].median():.3f}")
