"""Compare the heat of two years with the mean year, month by month."""

import numpy as np
import pandas as pd

rng = np.random.default_rng(40)
days = pd.date_range("2021-01-01", "2022-12-31")
heat = pd.Series(
    10 - 9 * np.cos(2 * np.pi * days.dayofyear / 365.25) + rng.normal(0, 2, len(days)), index=days
)
normal = heat.groupby(heat.index.month).transform("mean")
anomaly = heat - normal
months = anomaly.resample("MS").mean()
print(months.round(4).to_string())
print("warmest:", months.idxmax().strftime("%Y-%m"))
