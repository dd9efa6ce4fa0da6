"""What a post van carries to each village, with the rates of the parcels' classes.

Culprit: see after.py
"""

import numpy as np
import pandas as pd

rng = np.random.default_rng(30)
parcels = pd.DataFrame(
    {
        "village": rng.choice(["Ahr", "Brück", "Dorn", "Eich"], 80),
        "kind": rng.choice(["small", "long", "heavy", "post bag"], 80, p=[0.5, 0.2, 0.2, 0.1]),
        "kg": rng.gamma(2.0, 2.5, 80).round(2),
    }
)
rates = pd.DataFrame({"kind": ["small", "long", "heavy"], "rate": [0.8, 1.1, 1.9]})

joined = parcels.merge(rates, on="kind", how="left")
joined["rate"] = joined["rate"].fillna(0.5)
joined["fee"] = joined["kg"] * joined["rate"]
villages = joined.groupby("village").agg(kg=("kg", "sum"), fee=("fee", "sum"))
villages["share"] = villages["fee"] / villages["fee"].sum()

for village, row in villages.iterrows():
    print(f"{village}: {row['kg']:.2f} kg, {row['fee']:.4f}, {row['share']:.5f}")
print(f"all {villages['fee'].sum():.4f}")
