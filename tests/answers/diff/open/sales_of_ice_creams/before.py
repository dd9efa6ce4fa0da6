"""Which ice creams sell better in the heat, by shops with and without a terrace.

Culprit: see after.py
"""

import numpy as np
import pandas as pd

rng = np.random.default_rng(44)
rows = 300
sales = pd.DataFrame(
    {
        "kind": rng.choice(["lemon", "nut", "plum"], rows),
        "terrace": rng.random(rows) < 0.4,
        "heat": rng.normal(24, 5, rows),
    }
)
sales["sold"] = rng.poisson(20 + 2 * (sales["heat"] - 20).clip(lower=0) + 8 * sales["terrace"])
sales.loc[rng.choice(rows, 25, replace=False), "sold"] = np.nan

known = sales.dropna(subset=["sold"])
hot = known[known["heat"] >= 25]
table = hot.groupby(["kind", "terrace"])["sold"].mean().unstack()
gain = table[True] - table[False]
share = len(hot) / len(known)

print(table.round(5).to_string())
print("gain", gain.round(6).to_dict())
print(f"share {share:.6f}, sold {known['sold'].sum():.1f}")
