"""Show how far the winters of a plain depart from the winters of 1981 to 2000.

Symptom: All winters become colder by 0.2 degrees or more; the trend stays.
Culprit: The usual month is the mean over all 36 years instead of over 1981 to 2000.
Report: none
"""

import numpy as np
import pandas as pd
import xarray as xr

LATITUDES = np.array([44.0, 46.0, 48.0, 50.0, 52.0])
LONGITUDES = np.arange(16.0, 28.0, 2.0)


def model_run(seed=365, start="1981-01-01", years=36):
    """Monthly temperatures of the plain in degrees Celsius."""
    rng = np.random.default_rng(seed)
    time = pd.date_range(start, periods=12 * years, freq="MS")
    t = xr.DataArray(np.arange(time.size), coords={"time": time}, dims="time")
    latitude = xr.DataArray(LATITUDES, coords={"lat": LATITUDES}, dims="lat")
    column = xr.DataArray(np.arange(LONGITUDES.size), coords={"lon": LONGITUDES}, dims="lon")
    season = -12.0 * np.cos(2 * np.pi * (t % 12 - 0.5) / 12)
    base = 10.0 - 0.6 * (latitude - 48.0) - 0.05 * column
    field = (base + season + 0.035 * (t / 12)).transpose("time", "lat", "lon")
    weather = rng.normal(0.0, 1.1, (time.size, 1, 1))
    return field + weather + rng.normal(0.0, 0.5, field.shape)


def usual_months(field):
    """Mean of each calendar month in the years of reference."""
    return field.groupby("time.month").mean("time")  # culprit


def plain_mean(field):
    """Mean over the plain, in which cells of the south are larger."""
    weights = np.cos(np.deg2rad(field["lat"]))
    return field.weighted(weights).mean(("lat", "lon"))


def winters(series):
    """Mean from December to February, named by the year of the January."""
    quarters = series.resample(time="QS-DEC").mean()
    whole = quarters.isel(time=slice(1, -1))
    result = whole.sel(time=whole["time"].dt.month == 12)
    return result.assign_coords(time=result["time"].dt.year + 1)


def main():
    field = model_run()
    usual = usual_months(field)
    departure = field.groupby("time.month") - usual
    series = winters(plain_mean(departure))
    years = series["time"].to_numpy()

    january, july = (float(usual.sel(month=month).mean()) for month in (1, 7))
    print(f"usual January {january:8.4f}, usual July {july:8.4f}")
    for winter in series[::5]:
        print(f"winter {int(winter['time'])}: {float(winter):+.4f}")
    mildest, hardest = series[int(series.argmax("time"))], series[int(series.argmin("time"))]
    print(f"mildest {int(mildest['time'])} with {float(mildest):+.4f}")
    print(f"hardest {int(hardest['time'])} with {float(hardest):+.4f}")
    print(f"warm winters (above +1): {int((series > 1).sum())}")
    slope = np.polyfit(years - years.mean(), series.to_numpy(), 1)[0]
    print(f"trend {10 * slope:+.4f} degrees per decade")


if __name__ == "__main__":
    main()
