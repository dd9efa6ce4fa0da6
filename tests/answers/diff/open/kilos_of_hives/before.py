"""Keep the newest weight of each hive and report on the apiaries.

Culprit: see after.py
"""

import numpy as np
import pandas as pd


def weighings(count, seed):
    rng = np.random.default_rng(seed)
    return pd.DataFrame(
        {
            "hive": rng.integers(0, 30, count),
            "day": rng.integers(1, 120, count),
            "kilos": rng.normal(32, 6, count).round(2),
        }
    )


table = weighings(300, seed=71)
table["apiary"] = table["hive"] % 4
table = table.sort_values(["hive", "day"])
newest = table.drop_duplicates("hive", keep="last").set_index("hive")
first = table.drop_duplicates("hive", keep="first").set_index("hive")
gain = newest["kilos"] - first["kilos"]
for apiary, part in newest.groupby("apiary"):
    print(f"apiary {apiary}: {len(part)} hives, {part['kilos'].mean():.4f} kg")
print(f"mean gain {gain.mean():.5f}, best {gain.max():.2f}")
print(f"all weighings {table['kilos'].mean():.5f}")
