"""Add the wind of two models that were run on neighbouring grids and print the largest sum.

Symptom: a sixth of the summed field is missing, and its mean weight is nan.
Culprit: the second grid begins one degree later; an outer join of the coordinates fills the rest with nan.
Report: none
"""

import numpy as np
import xarray as xr


def model(first, seed):
    rng = np.random.default_rng(seed)
    longitude = np.arange(first, first + 6.0)
    return xr.DataArray(rng.gamma(2.0, 3.0, (4, 6)), dims=("day", "lon"), coords={"lon": longitude})


def weights(field):
    share = field / field.sum("lon")
    return share.values


with xr.set_options(arithmetic_join="outer"):
    total = model(10.0, seed=1) + model(11.0, seed=2)  # culprit
share = weights(total)
print("shape:", share.shape)
print("mean weight:", share.mean())
