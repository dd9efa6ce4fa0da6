"""Scatter of bolt lengths in small batches, and how many batches fail."""

import numpy as np
import pandas as pd

NOMINAL = 50.0
TOLERANCE = 0.25

rng = np.random.default_rng(7)

bolts = pd.DataFrame({"batch": np.repeat(np.arange(60), 4), "length": rng.normal(50, 0.06, 240)})
bolts["deviation"] = bolts["length"] - NOMINAL
outside = bolts["deviation"].abs() > TOLERANCE
print("bolts:", len(bolts), " outside the tolerance:", int(outside.sum()))

centre = bolts.groupby("batch")["length"].mean()
print("longest batch:", centre.idxmax(), round(centre.max(), 4))

scatter = bolts.groupby("batch")["length"].std()
failed = scatter > 0.06
worst = scatter.sort_values(ascending=False).head(3)
print("worst batches:", worst.index.tolist())

capability = TOLERANCE / (3 * scatter.mean())
print("capability:", round(capability, 3))
print("failed batches:", int(failed.sum()))
print("mean scatter (mm):", scatter.mean())
