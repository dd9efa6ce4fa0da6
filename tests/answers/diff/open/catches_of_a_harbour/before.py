"""Summarise the catches that boats land in a harbour by species and by month."""

import numpy as np
import pandas as pd

rng = np.random.default_rng(88)
n = 300
table = pd.DataFrame(
    {
        "day": pd.Timestamp("2026-01-01") + pd.to_timedelta(rng.integers(0, 120, n), unit="D"),
        "species": rng.choice(["cod", "haddock", "hake", "sole"], n, p=[0.4, 0.3, 0.2, 0.1]),
        "boxes": rng.integers(1, 40, n),
        "cents": rng.integers(900, 4200, n),
    }
)

for species in sorted(table["species"].unique()):
    part = table[table["species"] == species]
    worth = (part["boxes"] * part["cents"]).sum()
    print(f"{species:8s} {len(part):3d} landings, {part['boxes'].sum():5d} boxes, {worth / 100:.2f} euros")

months = {}
for _, row in table.iterrows():
    month = row["day"].month
    months[month] = months.get(month, 0) + row["boxes"] * row["cents"]
for month in sorted(months):
    print(f"month {month}: {months[month] / 100:.2f} euros")
