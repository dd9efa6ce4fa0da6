"""Takes the anomaly of a climate model run from the long-term mean.

Symptom: the mean anomaly is nan although run and normal are complete on 16 latitudes.
Culprit: the latitudes of the normal are rounded to four decimals, xarray aligns on exact labels, and 0 of 16 latitudes remain.
Report: ecmwf/earthkit-transforms#122
"""

import numpy as np
import pandas as pd
import xarray as xr


def gaussian_latitudes(count=16):
    nodes, _ = np.polynomial.legendre.leggauss(count)
    return np.rad2deg(np.arcsin(nodes))


def model_run(seed=26):
    """Two years of monthly zonal mean temperature of a climate model."""
    generator = np.random.default_rng(seed)
    latitude = gaussian_latitudes()
    time = pd.date_range("2010-01-01", periods=24, freq="MS")
    base = 299.0 - 38.0 * np.sin(np.deg2rad(latitude)) ** 2
    noise = generator.normal(0.0, 0.8, (time.size, latitude.size))
    return xr.DataArray(base + 0.9 + noise, coords={"time": time, "lat": latitude}, dims=("time", "lat"))


def climatology():
    """Long-term mean of the same grid; its table has four decimals."""
    latitude = np.round(gaussian_latitudes(), 4)
    mean = 299.0 - 38.0 * np.sin(np.deg2rad(latitude)) ** 2
    return xr.DataArray(mean, coords={"lat": latitude}, dims="lat")


def anomaly(run, normal):
    return run - normal  # culprit


def global_mean(field):
    weights = np.cos(np.deg2rad(field["lat"]))
    return field.weighted(weights).mean("lat")


def main():
    run, normal = model_run(), climatology()
    print(f"run: {dict(run.sizes)}, normal: {dict(normal.sizes)}")
    print(f"global mean of the run: {float(global_mean(run).mean()):.2f} K")
    departure = global_mean(anomaly(run, normal))
    print(f"mean anomaly: {float(departure.mean()):.3f} K")
    print(f"second minus first year: {float(departure[12:].mean() - departure[:12].mean()):.3f} K")


if __name__ == "__main__":
    main()
