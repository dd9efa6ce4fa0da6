"""Compare the rain of a weather model with a gauge, hour by hour.

Symptom: the mean error is nan.
Culprit: the labels of the gauge are 1e-9 days later than the model's; xarray aligns equal labels only, so none is left.
Report: none
"""

import numpy as np
import xarray as xr

hours = np.arange(24)
model = xr.DataArray(np.sin(hours / 4) ** 2, dims="day", coords={"day": hours / 24})
gauge = xr.DataArray(np.sin(hours / 4 + 0.1) ** 2, dims="day", coords={"day": hours * (1 / 24) + 1e-9})

error = model - gauge  # culprit
print("hours compared:", error.size)
print("mean error:", float(error.mean()))
print("largest model value:", float(model.max()))
