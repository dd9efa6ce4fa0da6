"""Report the harvest of rows of vines, by slope."""

import numpy as np
import pandas as pd

rng = np.random.default_rng(39)
rows = pd.DataFrame(
    {
        "row": np.arange(60),
        "slope": rng.choice(["north", "south", "west"], 60),
        "kilos": rng.normal(50, 8, 60).round(1),
    }
)
rows.loc[[4, 20, 41], "kilos"] = np.nan
rows["kilos"] = rows["kilos"].fillna(rows.groupby("slope")["kilos"].transform("median"))
totals = rows.groupby("slope")["kilos"].agg(["sum", "mean"])
print(totals.round(5))
print("all:", rows["kilos"].sum())
