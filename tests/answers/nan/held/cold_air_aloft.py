"""Compare the cold air above two airports on the days with and without thunder.

A reanalysis file gives temperatures on pressure levels. Over the mountain airport the levels below the ground are
missing, as they should be. The index is the mean temperature of the layer between 500 and 850 hPa.

Symptom: the index is nan on every day and at both airports, and so is the difference between the two kinds of days
Culprit: the levels run from 1000 down to 200 hPa, so slice(500, 850) selects no level and the mean of nothing is NaN
Report: pydata/xarray#1613 (selecting with a slice on a descending coordinate gives nothing)
"""

# %%
import numpy as np
import xarray as xr

rng = np.random.default_rng(2024)
LEVELS = np.array([1000, 925, 850, 700, 600, 500, 400, 300, 250, 200], dtype=float)
AIRPORTS = ["Basel", "Samedan"]
GROUND = {"Basel": 985.0, "Samedan": 825.0}  # hPa at the runway

# %% the file
days = np.arange("2023-06-01", "2023-08-30", dtype="datetime64[D]").astype("datetime64[ns]")
standard = 288.15 * (LEVELS / 1013.25) ** 0.19
weather = rng.normal(0.0, 2.5, (len(days), 1, 1)) + rng.normal(
    0.0, 0.4, (len(days), len(AIRPORTS), len(LEVELS))
)
air = xr.DataArray(
    standard[None, None, :] + weather,
    dims=("time", "airport", "level"),
    coords={"time": days, "airport": AIRPORTS, "level": LEVELS},
    name="temperature",
    attrs={"units": "K"},
)
ground = xr.DataArray([GROUND[name] for name in AIRPORTS], dims="airport", coords={"airport": AIRPORTS})
air = air.where(air.level <= ground)
print("share of values below the ground:", round(float(air.isnull().mean()), 3))

# %% days with thunder
warmth = weather[:, 0, 0]
thunder = xr.DataArray(rng.random(len(days)) < 1 / (1 + np.exp(-warmth)), dims="time", coords={"time": days})
print("days with thunder:", int(thunder.sum()))

# %% the layer
layer = air.sel(level=slice(500, 850))  # culprit
index = layer.mean("level") - 273.15
index.attrs["units"] = "degrees Celsius"

# %% the surface, for comparison: the lowest level above the ground
lowest = air.isel(level=air.notnull().argmax("level")) - 273.15
print("mean of the lowest level:", [round(float(value), 1) for value in lowest.mean("time")])

# %% the two kinds of days
on_days = index.where(thunder, drop=True).mean("time")
off_days = index.where(~thunder, drop=True).mean("time")
for airport in AIRPORTS:
    warm, cold = float(on_days.sel(airport=airport)), float(off_days.sel(airport=airport))
    print(f"{airport:<8} thunder {warm:6.2f}  no thunder {cold:6.2f}  difference {warm - cold:5.2f}")

# %% correlation with the temperature at the ground
for airport in AIRPORTS:
    r = float(xr.corr(index.sel(airport=airport), lowest.sel(airport=airport), dim="time"))
    print(f"{airport:<8} correlation of layer and ground {r:.2f}")
