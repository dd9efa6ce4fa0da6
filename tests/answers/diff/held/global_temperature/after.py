"""Warming trend of the global mean temperature in a climate-model run.

Symptom: The last number is another one.
Culprit: Small edit: global mean without cos(latitude) weights.
Report: coecms-training/introduction_to_xarray#3
"""

import numpy as np
import xarray as xr

REFERENCE = slice(1960, 1979)


def model_run(seed=13):
    rng = np.random.default_rng(seed)
    years = np.arange(1960, 2020)
    lat = np.arange(-87.5, 90, 5.0)
    lon = np.arange(0, 360, 10.0)
    base = 27.0 - 45.0 * np.sin(np.deg2rad(lat)) ** 2
    rate = 0.012 + 0.045 * np.clip(np.sin(np.deg2rad(lat)), 0, None) ** 4
    signal = rate[None, :] * (years[:, None] - years[0])
    field = base[None, :, None] + signal[:, :, None] + rng.normal(0, 0.4, (years.size, lat.size, lon.size))
    return xr.DataArray(
        field, coords={"year": years, "lat": lat, "lon": lon}, dims=("year", "lat", "lon"), name="tas"
    )


def anomaly(tas, period=REFERENCE):
    return tas - tas.sel(year=period).mean("year")


def global_mean(field):
    zonal = field.mean("lon")
    return zonal.mean("lat")  # culprit


def trend_per_decade(series):
    fit = series.polyfit("year", 1)
    return 10 * float(fit.polyfit_coefficients.sel(degree=1))


def main():
    series = global_mean(anomaly(model_run()))
    print(f"anomaly in 2019: {float(series.sel(year=2019)):.3f} K")
    print(f"trend: {trend_per_decade(series):.4f} K per decade")


if __name__ == "__main__":
    main()
