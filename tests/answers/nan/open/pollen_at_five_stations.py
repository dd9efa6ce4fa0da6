"""Compare pollen counts of five stations with their climate normals.

Counts arrive as an xarray with a name for each station. The normals are a text of fixed columns from the weather
service: ten characters of a name, then a number a month. Days on which a trap was broken are missing and skipped.

Symptom: the ratios to the normals and the region's index print nan for every station but one
Culprit: the names cut from the text keep their trailing blanks, so only the ten-letter name equals one of the counts
Report: none
"""

import numpy as np
import xarray as xr

NORMALS = """\
Basel      12.0 35.5 88.0 61.5
Davos       2.5 11.0 48.5 72.0
Lugano     20.5 52.0 70.5 40.0
La Chaux d  8.0 22.5 66.0 58.5
Visp       10.5 31.0 79.5 55.0
"""
MONTHS = ["March", "April", "May", "June"]
STATIONS = {"Basel": 55.0, "Davos": 30.0, "Lugano": 48.0, "La Chaux d": 40.0, "Visp": 46.0}


def normals(text):
    """Return the normals by station and month."""
    names, rows = [], []
    for line in text.splitlines():
        names.append(line[:10])  # culprit
        rows.append([float(field) for field in line[10:].split()])
    return xr.DataArray(
        rows, dims=("station", "month"), coords={"station": names, "month": MONTHS}, name="normal"
    )


def counts(seed):
    """Return daily counts by station, month and day, missing where a trap was broken."""
    rng = np.random.default_rng(seed)
    season = np.array([0.25, 0.7, 1.6, 1.2])
    level = np.array(list(STATIONS.values()))
    daily = rng.gamma(2.0, 0.5, (len(level), len(season), 30)) * level[:, None, None] * season[:, None]
    daily[rng.random(daily.shape) < 0.06] = np.nan
    return xr.DataArray(
        daily,
        dims=("station", "month", "day"),
        coords={"station": list(STATIONS), "month": MONTHS, "day": np.arange(1, 31)},
        name="grains",
    )


def ratios(daily, normal):
    """Return monthly means relative to the normals, for the stations of the counts."""
    monthly = daily.mean("day")
    return monthly / normal.reindex(station=monthly["station"])


def index(ratio, people):
    """Return the ratio of each month averaged over the people around the stations."""
    weights = xr.DataArray(people, dims="station", coords={"station": ratio["station"]})
    return (ratio * weights).sum("station", skipna=False) / weights.sum()


def main():
    """Print ratios and index."""
    daily = counts(13)
    print(f"{int(daily.isnull().sum())} of {daily.size} days without a count")
    ratio = ratios(daily, normals(NORMALS))
    for station in ratio["station"].values:
        row = ratio.sel(station=station).values
        print(f"{station:<11}" + " ".join(f"{value:5.2f}" for value in row))
    region = index(ratio, [180.0, 11.0, 68.0, 37.0, 8.0])
    print("region     " + " ".join(f"{value:5.2f}" for value in region.values))
    worst = region.idxmax("month") if bool(region.notnull().all()) else None
    print(f"heaviest month against normal: {'unknown' if worst is None else worst.item()}")


if __name__ == "__main__":
    main()
