"""Summarise sonar surveys of herring with xarray, where half of the cells were never sailed over.

Cells without a survey are missing and stay so. The yearly index uses the cells that were seen in every year; anomalies
are taken against the mean of the years in which a cell was seen.

Symptom: none
Culprit: none
Tempts: `nan` could accuse the cells never seen, the outer join of two surveys and the means of nothing at the edge
Report: none
"""

import warnings

import numpy as np
import xarray as xr

YEARS = np.arange(2015, 2024)


def survey(rng, north, south):
    """Return densities in tonnes a square mile over years and cells, missing where no ship went."""
    lat = np.arange(south, north, 0.25)
    lon = np.arange(10.0, 13.0, 0.5)
    stock = 40 * np.exp(-(((lat[:, None] - 56.0) / 0.8) ** 2)) * np.exp(-(((lon[None, :] - 11.4) / 0.9) ** 2))
    yearly = rng.lognormal(0, 0.3, YEARS.size)
    density = yearly[:, None, None] * stock * rng.lognormal(0, 0.25, (YEARS.size, lat.size, lon.size))
    density[rng.random(density.shape) < 0.15] = np.nan
    density[:, :, -1] = np.nan  # the coast
    return xr.DataArray(
        density, dims=("year", "lat", "lon"), coords={"year": YEARS, "lat": lat, "lon": lon}, name="density"
    )


def combined(first, second):
    """Return the mean of two surveys where both saw a cell, and the one that did elsewhere."""
    first, second = xr.align(first, second, join="outer")
    return xr.concat([first, second], dim=xr.Variable("ship", ["Alkor", "Dana"])).pipe(quiet_mean, "ship")


def quiet_mean(array, dim):
    """Return the mean over a dimension, missing where there is nothing, without NumPy's warning."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Mean of empty slice", RuntimeWarning)
        return array.mean(dim, skipna=True)


def main():
    """Print the index."""
    rng = np.random.default_rng(56)
    herring = combined(survey(rng, 57.0, 55.0), survey(rng, 57.5, 55.5))
    seen = herring.notnull()
    print(
        f"{herring.sizes['lat']} x {herring.sizes['lon']} cells, {float(seen.mean()):.2f} of them seen in a year"
    )
    always = seen.all("year")
    weights = np.cos(np.deg2rad(herring["lat"])) * always
    index = herring.fillna(0.0).weighted(weights).mean(("lat", "lon"))
    for year, value in zip(YEARS, index.values, strict=True):
        print(f"  {year}: {value:.2f}")
    anomaly = herring - quiet_mean(herring, "year")
    largest = anomaly.where(always).max(skipna=True)
    print(f"cells seen always: {int(always.sum())}, largest anomaly {float(largest):.2f}")
    change = index.diff("year") / index.isel(year=slice(None, -1)).values
    print(f"mean change a year: {100 * float(change.mean()):.1f} %")
    running = index.rolling(year=3, center=True).mean().dropna("year")
    print(f"highest running mean: {float(running.max()):.2f} in {int(running.idxmax())}")


if __name__ == "__main__":
    main()
