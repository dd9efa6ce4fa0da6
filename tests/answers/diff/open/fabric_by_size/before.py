"""How much fabric does a dress need? A linear model over size, length and width of the roll."""

import numpy as np
import pandas as pd
from sklearn.linear_model import Ridge

RANK = {"S": 0, "M": 1, "L": 2, "XL": 3}

rng = np.random.default_rng(29)
orders = pd.DataFrame(
    {
        "size": rng.choice(list(RANK), 120),
        "length": rng.normal(95.0, 12.0, 120),
        "roll": rng.choice([110.0, 140.0, 150.0], 120),
    }
)
metres = 1.1 + 0.25 * orders["size"].map(RANK) + 0.012 * orders["length"] - 0.004 * orders["roll"]
metres = metres + rng.normal(0.0, 0.05, 120)

table = orders.assign(size=orders["size"].map(RANK)).to_numpy(dtype=float)
model = Ridge(alpha=1.0).fit(table[:90], metres[:90])
off = model.predict(table[90:]) - metres[90:].to_numpy()
print("weights", model.coef_.round(4))
print(f"mean error {np.abs(off).mean():.4f} m")
