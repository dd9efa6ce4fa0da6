"""Compare the laps of swimmers: mean, slowing down and the steadiest of each club."""

import numpy as np
import pandas as pd

rng = np.random.default_rng(400)
rows = []
for number in range(24):
    club = ["Delphin", "Forelle", "Hecht"][number % 3]
    base = rng.normal(34, 1.5)
    for lap in range(8):
        rows.append((f"s{number:02d}", club, lap, base + 0.25 * lap + rng.normal(0, 0.4)))
laps = pd.DataFrame(rows, columns=["swimmer", "club", "lap", "seconds"])

result = []
for swimmer, part in laps.groupby("swimmer"):
    s = part["seconds"].to_numpy()
    slope = np.polyfit(part["lap"], s, 1)[0]
    result.append((swimmer, part["club"].iloc[0], s.mean(), slope, s.std(ddof=1)))
result = pd.DataFrame(result, columns=["swimmer", "club", "mean", "slope", "spread"])

for club in sorted(result["club"].unique()):
    part = result[result["club"] == club]
    best = part.loc[part["spread"].idxmin()]
    print(f"{club:8s} {part['mean'].mean():.6f} s, slower by {part['slope'].mean():.6f} s a lap")
    print(f"         steadiest {best['swimmer']}, {best['spread']:.6f} s")
