"""Linear trend of the global mean near-surface temperature anomaly.

Symptom: The number is wrong.
Culprit: Plain mean over a lat-lon grid without cos(lat) weights (0.186 instead of 0.157 K/decade).
Report: coecms-training/introduction_to_xarray#3
"""

import numpy as np
import xarray as xr


def synthetic_tas(seed=3):
    rng = np.random.default_rng(seed)
    lat = np.arange(-87.5, 90, 5.0)
    lon = np.arange(0, 360, 10.0)
    year = np.arange(1960, 2020)
    rate = 0.010 + 0.035 * np.clip(np.sin(np.deg2rad(lat)), 0, None) ** 2
    base = 288 - 40 * np.sin(np.deg2rad(lat)) ** 2
    field = base[None, :, None] + rate[None, :, None] * (year - 1960)[:, None, None]
    field = field + rng.normal(0, 0.4, (year.size, lat.size, lon.size))
    return xr.DataArray(
        field, dims=("year", "lat", "lon"), coords={"year": year, "lat": lat, "lon": lon}, name="tas"
    )


def anomaly(tas, start=1960, end=1989):
    return tas - tas.sel(year=slice(start, end)).mean("year")


def global_series(field):
    return field.mean(dim=("lat", "lon"))  # culprit


def trend_per_decade(series):
    slope = np.polyfit(series["year"].values, series.values, 1)[0]
    return 10 * slope


def main():
    tas = synthetic_tas()
    anom = anomaly(tas)
    series = global_series(anom)
    print("first years:", series.values[:5].round(3))
    print("last years: ", series.values[-5:].round(3))
    zonal = anom.sel(year=slice(2010, 2019)).mean(("year", "lon"))
    print(
        "tropics %.2f K, arctic %.2f K"
        % (float(zonal.sel(lat=slice(-20, 20)).mean()), float(zonal.sel(lat=slice(65, 90)).mean()))
    )
    print("global trend: %.3f K per decade" % trend_per_decade(series))


if __name__ == "__main__":
    main()
