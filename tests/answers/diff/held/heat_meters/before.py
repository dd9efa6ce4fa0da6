"""Mean monthly heat use of a flat, from the meters' standings."""

import numpy as np
import pandas as pd

rng = np.random.default_rng(52)
rows = []
for flat in range(1, 13):
    standing = rng.integers(1000, 1900)
    for month in range(1, 13):
        rows.append({"flat": flat, "month": month, "standing": standing})
        cold = 1 + np.cos(2 * np.pi * (month - 1) / 12)
        standing = standing + int(20 + 60 * cold * rng.uniform(0.7, 1.3))
meters = pd.DataFrame(rows)

used = []
for flat, part in meters.groupby("flat"):
    values = part.sort_values("month")["standing"].to_numpy()
    for k in range(1, len(values)):
        used.append(values[k] - values[k - 1])

used = np.array(used)
print("months with a use:", len(used))
print(f"mean monthly use: {used.mean():.2f} units")
