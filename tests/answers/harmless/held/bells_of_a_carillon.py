"""List how often each bell of a carillon was struck and how evenly, with bells that rested.

Symptom: none
Culprit: none
Tempts: nan may accuse the spread of bells struck once and the mean of bells that rested; both are shown as a dash.
Report: none
"""

import numpy as np
import pandas as pd

rng = np.random.default_rng(1652)
bells = [f"bell {k}" for k in range(1, 9)]
strikes = pd.DataFrame(
    {
        "bell": pd.Categorical(rng.choice(bells[:6], 120), categories=bells),
        "force": rng.gamma(5.0, 0.4, 120),
    }
)
once = pd.DataFrame({"bell": pd.Categorical(["bell 7"], categories=bells), "force": [2.1]})
strikes = pd.concat([strikes, once], ignore_index=True)
strikes["bell"] = pd.Categorical(strikes["bell"], categories=bells)

table = strikes.groupby("bell", observed=False)["force"].agg(["size", "mean", "std"])
table["evenness"] = 1.0 - table["std"] / table["mean"]


def cell(value):
    return "-" if np.isnan(value) else f"{value:.3f}"


for bell, row in table.iterrows():
    print(
        f"{bell}: {int(row['size']):3d} strikes, force {cell(row['mean'])}, evenness {cell(row['evenness'])}"
    )
known = table.dropna()
print(f"{len(known)} bells can be judged, most even: {known['evenness'].idxmax()}")
print(f"mean force {strikes['force'].mean():.4f}, mean evenness {table['evenness'].mean():.4f}")
