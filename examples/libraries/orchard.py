"""Clean a table of apple trees with pandas, predict apples with scikit-learn: numscope run orchard.py [STRENGTH].

The data is made here. A tree without an age has a yield per year of 0 / 0.
"""

import sys

import numpy as np
import pandas as pd
from sklearn.linear_model import Ridge
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

strength = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
random = np.random.default_rng(7)
trees = pd.DataFrame(
    {
        "age": random.integers(3, 40, 200).astype(float),
        "height": random.normal(3.5, 0.6, 200),
        "water": random.uniform(200.0, 600.0, 200),
    }
)
trees["apples"] = 4 * trees["age"] + 20 * trees["height"] + random.normal(0.0, 5.0, 200)
trees.loc[::9, "water"] = np.nan  # the sensor was off
trees.loc[31, ["age", "apples"]] = 0.0  # planted this year

trees["water"] = trees["water"].fillna(trees["water"].mean())
trees["a year"] = trees["apples"] / trees["age"]
known = trees.dropna()
model = make_pipeline(StandardScaler(), Ridge(alpha=strength))
model.fit(known[["age", "height", "water"]].to_numpy(), known["apples"].to_numpy())
predicted = model.predict(trees[["age", "height", "water"]].to_numpy())
off = predicted - trees["apples"].to_numpy()
print("off by", np.abs(off).mean().round(2), "apples; a year", trees["a year"].to_numpy().mean())
