"""Report the harvest of rows of vines, by slope.

Symptom: sums differ in the fourth digit
Culprit: gaps are filled with the median of all rows in place of that of the slope
Report: none
"""

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
middle = rows["kilos"].median()  # culprit
rows["kilos"] = rows["kilos"].fillna(middle)  # culprit, too
by_slope = rows.groupby("slope")["kilos"]
totals = by_slope.agg(["sum", "mean"])
print(totals.round(5))
print("all:", rows["kilos"].sum())
