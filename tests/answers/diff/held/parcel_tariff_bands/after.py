"""Prices a week of parcels by weight band and zone and prints the invoice per client.
Symptom: the total of the week rose from 5402.10 to 5653.30 and the lightest band holds 54 parcels instead of 98.
Culprit: right=False puts a weight that lies on a limit into the heavier band.
Report: none
"""

import numpy as np
import pandas as pd

BANDS = [0, 1, 2, 5, 10, 31.5]
RATES = pd.DataFrame(
    {"domestic": [3.9, 4.7, 6.2, 8.9, 15.5], "europe": [8.4, 11.9, 15.2, 21.0, 37.8]},
    index=range(5),
)


def week(seed=8):
    rng = np.random.default_rng(seed)
    n = 600
    weight = rng.gamma(1.6, 2.2, n).clip(0.05, 31.5)
    # shop scales show half kilograms for most of the parcels
    coarse = rng.random(n) < 0.7
    weight = np.where(coarse, np.ceil(weight * 2) / 2, weight.round(3)).clip(max=31.0)
    return pd.DataFrame(
        {
            "client": rng.choice(["Kettle & Co", "Bookworm", "Vinyl Hut"], n, p=[0.5, 0.3, 0.2]),
            "zone": rng.choice(["domestic", "europe"], n, p=[0.72, 0.28]),
            "weight": weight,
        }
    )


def price(parcels):
    """Adds band and fee."""
    parcels = parcels.copy()
    parcels["band"] = pd.cut(parcels["weight"], BANDS, labels=False, right=False)  # culprit
    parcels["fee"] = [RATES.loc[b, z] for b, z in zip(parcels["band"], parcels["zone"])]
    return parcels


parcels = price(week())
invoice = parcels.groupby("client").agg(parcels=("fee", "size"), kg=("weight", "sum"), fee=("fee", "sum"))
invoice["vat"] = 0.19 * invoice["fee"]
print(invoice.round(2).to_string())
print("parcels per band:", parcels["band"].value_counts().sort_index().tolist())
print("mean fee by zone:")
print(parcels.groupby("zone")["fee"].mean().round(3).to_string())
print(f"total {parcels['fee'].sum():.2f}")
