"""Sea surface temperature index for a kelp monitoring programme: smoothed anomalies of
the coastal box and their relation to the yearly canopy survey.
"""

import numpy as np
import pandas as pd
import xarray as xr

rng = np.random.default_rng(30)
time = pd.date_range("2004-01-01", "2018-12-01", freq="MS")
lat = np.arange(32.0, 37.0, 1.0)
lon = np.arange(-123.0, -117.0, 1.5)
months = np.arange(time.size)

enso = np.convolve(rng.normal(0, 1, months.size + 23), np.hanning(24), mode="valid") / 4
field = (
    15.5
    + 2.4 * np.sin(2 * np.pi * (months - 4) / 12)[:, None, None]
    + 0.7 * enso[:, None, None]
    - 0.4 * (lat - 34)[None, :, None]
    + rng.normal(0, 0.3, (months.size, lat.size, lon.size))
)
sst = xr.DataArray(
    field, dims=("time", "lat", "lon"), coords={"time": time, "lat": lat, "lon": lon}, name="sst"
)

# canopy surveyed every July; it answers to the water around the survey
july = months[6::12]
canopy = xr.DataArray(
    48 - 9 * enso[july] + rng.normal(0, 2, july.size), dims="year", coords={"year": np.arange(2004, 2019)}
)

weights = np.cos(np.deg2rad(sst["lat"]))
box = sst.weighted(weights).mean(("lat", "lon"))
climatology = box.groupby("time.month").mean()
anomaly = box.groupby("time.month") - climatology
smooth = anomaly.rolling(time=7, center=True, min_periods=4).mean()

index = smooth.isel(time=slice(6, None, 12)).assign_coords(time=canopy["year"].values).rename(time="year")
slope = float(xr.cov(index, canopy, "year") / index.var("year", ddof=1))
print(f"box mean {float(box.mean()):.3f} C, anomaly spread {float(anomaly.std()):.4f} C")
print(f"smoothed spread {float(smooth.std()):.4f} C")
print(f"correlation with the canopy {float(xr.corr(index, canopy, 'year')):.4f}")
print(f"canopy change per degree {slope:.3f} %")
warmest = smooth.idxmax("time").values
print("warmest month:", str(warmest)[:7], f"{float(smooth.max()):+.3f}")
for year in (2006, 2010, 2014):
    print(year, f"index {float(index.sel(year=year)):+.3f}, canopy {float(canopy.sel(year=year)):.1f}")
