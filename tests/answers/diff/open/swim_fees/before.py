"""Income of a swimming pool after discounts."""

import numpy as np
import pandas as pd

rng = np.random.default_rng(40)
n = 300
visits = pd.DataFrame(
    {
        "age": rng.integers(3, 85, size=n),
        "weekday": rng.integers(0, 7, size=n),
        "fee": np.full(n, 7.5),
    }
)

visits.loc[visits["age"] < 6, "fee"] = 0.0
visits.loc[visits["age"] >= 65, "fee"] = 5.0
visits.loc[visits["weekday"] == 2, "fee"] *= 0.8

by_day = visits.groupby("weekday")["fee"].sum()
print(by_day.round(2).to_string())
print(f"income: {visits['fee'].sum():.2f}")
