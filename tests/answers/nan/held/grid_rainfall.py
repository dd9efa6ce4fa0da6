"""Bring a model's rainfall onto the grid of the observations and compare the two.

Symptom: The program prints NaN or inf.
Culprit: Reindex_like between float32 and float64 axes: nothing matches.
Report: pydata/xarray#2694
"""

import numpy as np
import xarray as xr

rng = np.random.default_rng(9)

lat = np.linspace(46.03, 47.93, 20)
lon = np.linspace(6.03, 9.93, 40)

obs = xr.DataArray(
    rng.gamma(2.0, 2.0, size=(lat.size, lon.size)),
    coords={"lat": lat, "lon": lon},
    dims=("lat", "lon"),
    name="rain_obs",
)

# the model output is stored in single precision, its axes too
field = (obs.values + rng.normal(0, 0.5, obs.shape)).astype("float32")
model = xr.DataArray(
    field,
    coords={"lat": lat.astype("float32"), "lon": lon.astype("float32")},  # culprit
    dims=("lat", "lon"),
    name="rain_model",
)
print("model mean before:", float(model.mean()))

model_on_obs = model.reindex_like(obs)  # culprit, too
difference = model_on_obs - obs

print("points compared:", difference.size)
rmse = float(np.sqrt((difference**2).mean()))
print("root mean square difference (mm):", rmse)
