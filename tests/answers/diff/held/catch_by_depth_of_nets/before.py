"""Tell at which depth the nets of a lake fishery catch most, and what the catch is worth."""

import numpy as np
import pandas as pd

rng = np.random.default_rng(515)
count = 640

nets = pd.DataFrame(
    {
        "boat": rng.choice(["Hecht", "Felche", "Trüsche"], count),
        "depth": rng.choice(np.arange(5, 65, 5), count).astype(float),
        "hours": rng.integers(6, 15, count).astype(float),
    }
)
nets["kilos"] = rng.gamma(2.0, 0.2 + 1.6 * np.exp(-(((nets["depth"] - 24.0) / 14.0) ** 2)))
nets.loc[rng.random(count) < 0.06, "kilos"] = np.nan

# nets that were lost have no weight
nets = nets.dropna(subset=["kilos"]).reset_index(drop=True)

# catch per hour
nets["per_hour"] = nets["kilos"] / nets["hours"]

# layers of the lake: a net on the border belongs to the layer above it
edges = [0, 10, 20, 30, 45, 60]
names = ["surface", "upper", "middle", "lower", "deep"]
nets["layer"] = pd.cut(nets["depth"], bins=edges, labels=names)

by_layer = nets.groupby("layer", observed=False).agg(
    nets=("kilos", "size"),
    kilos=("kilos", "sum"),
    per_hour=("per_hour", "mean"),
    spread=("per_hour", "std"),
)
by_layer["price"] = [9.5, 11.0, 14.5, 12.0, 8.0]
by_layer["worth"] = by_layer["kilos"] * by_layer["price"]
by_layer["error"] = by_layer["spread"] / np.sqrt(by_layer["nets"])

for name, row in by_layer.iterrows():
    print(
        f"{name:8s} {int(row['nets']):4d} nets {row['kilos']:8.2f} kg "
        f"{row['per_hour']:.4f} +- {row['error']:.4f} kg/h {row['worth']:9.2f} francs"
    )

by_boat = nets.groupby("boat")["per_hour"].mean().sort_values(ascending=False)
for boat, value in by_boat.items():
    print(f"{boat:8s} {value:.4f} kg/h")
print("best layer:", by_layer["per_hour"].idxmax())
print(f"season: {by_layer['worth'].sum():.2f} francs")
