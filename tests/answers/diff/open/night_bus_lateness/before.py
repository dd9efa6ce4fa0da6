"""Punctuality of the night buses: builds a month of stop events, computes the lateness
per line against the target of each district and lists the lines to be discussed."""

import numpy as np
import pandas as pd

rng = np.random.default_rng(17)
rows = []
lines = {
    "N1": ("north", 2.1),
    "N3": ("north", 4.4),
    "N5": ("south", 3.0),
    "N7": ("south", 1.4),
    "N8": ("west", 5.2),
    "N9": ("west", 2.6),
}
for line, (district, mean) in lines.items():
    for night in range(30):
        for stop in range(6):
            depot = ["D1", "D2"][(night + stop) % 2]
            late = rng.gamma(2.0, mean / 2.0) + 0.25 * stop + (1.2 if depot == "D2" else 0.0) - 1.0
            rows.append([line, district, depot, night, stop, late])
df = pd.DataFrame(rows, columns=["line", "district", "depot", "night", "stop", "late"])

# typical lateness of the surroundings: median in the district on the same night
df["usual"] = df.groupby(["district", "night"])["late"].transform("median")
df["excess"] = df["late"] - df["usual"]
df["on_time"] = (df["late"] > -1) & (df["late"] <= 3)

out = df.groupby("line").agg(late=("late", "mean"), excess=("excess", "mean"), on_time=("on_time", "mean"))
out = out.sort_values("excess", ascending=False)
print(out.round(3).to_string())
print("lines to discuss:", ", ".join(out.index[out["excess"] > 0.8]))
worst = df.groupby("night")["excess"].mean().idxmax()
print("worst night:", worst)
print("spread of the excess: %.3f" % df["excess"].std())
