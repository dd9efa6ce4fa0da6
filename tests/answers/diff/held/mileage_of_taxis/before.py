"""Report the kilometres and fares of taxis by driver and shift, and each driver's part of the fares."""

import numpy as np
import pandas as pd


def rides(number, seed):
    rng = np.random.default_rng(seed)
    table = pd.DataFrame(
        {
            "driver": rng.choice(["Ana", "Ben", "Caro", "Dan"], number),
            "hour": rng.integers(0, 24, number),
            "km": rng.gamma(2, 3, number).round(1),
        }
    )
    table.loc[rng.random(number) < 0.05, "km"] = np.nan
    return table


table = rides(300, seed=18)
fares = []
for _, ride in table.iterrows():
    base = 5.5 if ride["hour"] >= 22 or ride["hour"] < 6 else 3.9
    fares.append(0.0 if np.isnan(ride["km"]) else base + 2.2 * ride["km"])
table["fare"] = fares
table["shift"] = ["night" if hour >= 22 or hour < 6 else "day" for hour in table["hour"]]
sums = table.groupby(["driver", "shift"])[["km", "fare"]].sum()
total = table["fare"].sum()
for (driver, shift), row in sums.iterrows():
    print(f"{driver:<5}{shift:<6}{row['km']:8.1f} km {row['fare']:9.2f}")
for driver in sorted(table["driver"].unique()):
    print(f"{driver:<5}{table.loc[table['driver'] == driver, 'fare'].sum() / total:.4f}")
