"""Tell mountain birds by what walkers noted of them, with features of several kinds."""

import numpy as np
import pandas as pd
from sklearn.linear_model import LogisticRegression

rng = np.random.default_rng(1853)
n = 320
birds = np.array(["alpine accentor", "snow finch", "wallcreeper", "water pipit"])
bird = rng.integers(0, 4, n)
table = pd.DataFrame(
    {
        "height": np.array([2300, 2500, 1900, 2000])[bird] + rng.normal(0, 250, n),
        "size": np.array([18.0, 17.5, 16.5, 16.0])[bird] + rng.normal(0, 0.8, n),
        "ground": np.where(
            rng.random(n) < 0.7, np.array(["scree", "snow", "cliff", "meadow"])[bird], "scree"
        ),
        "month": rng.integers(3, 11, n),
    }
)
table.loc[rng.choice(n, 25, replace=False), "size"] = np.nan
train = np.arange(n) % 4 != 0

# fill, scale, encode
columns = []
for name in ["height", "size"]:
    values = table[name].to_numpy().copy()
    middle = np.median(values[train & ~np.isnan(values)])
    values[np.isnan(values)] = middle
    mean = values[train].mean()
    spread = values[train].std()
    columns.append((values - mean) / spread)
for ground in sorted(set(table["ground"][train])):
    columns.append((table["ground"] == ground).to_numpy().astype(float))
columns.append(np.sin(2 * np.pi * table["month"].to_numpy() / 12))
columns.append(np.cos(2 * np.pi * table["month"].to_numpy() / 12))
x = np.column_stack(columns)

model = LogisticRegression(C=2.0, max_iter=500)
model.fit(x[train], bird[train])
told = model.predict(x[~train])
chance = model.predict_proba(x[~train])
true = bird[~train]
print(f"right: {(told == true).sum()} of {true.size}")
for k in range(4):
    seen = true == k
    print(f"{birds[k]}: {(told[seen] == k).sum()} of {seen.sum()}, chance {chance[seen, k].mean():.6f}")
print(f"surprise {-np.log(chance[np.arange(true.size), true]).mean():.6f}")
