"""Warming trend of the global mean temperature in a climate-model run."""

import numpy as np
import xarray as xr


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


def anomaly(tas, start=1960, stop=1979):
    reference = tas.sel(year=slice(start, stop)).mean("year")
    return tas - reference


def global_mean(field):
    weights = np.cos(np.deg2rad(field.lat))
    return field.weighted(weights).mean(("lat", "lon"))


def trend_per_decade(series):
    slope = np.polyfit(series.year.values, series.values, 1)[0]
    return 10 * slope


def main():
    series = global_mean(anomaly(model_run()))
    print(f"anomaly in 2019: {float(series.sel(year=2019)):.3f} K")
    print(f"trend: {trend_per_decade(series):.4f} K per decade")


if __name__ == "__main__":
    main()
