"""Report the mean level of reservoirs by season, from gauges with gaps, short ones of which are closed.

Symptom: none
Culprit: none
Tempts: `nan` could accuse long gaps and the first days of the moving mean, which are left out of the report.
Report: none (a question asked often: fill a gap for a few days only)
"""

import numpy as np
import pandas as pd
import xarray as xr

NAMES = ["Alder", "Birch", "Cedar"]


def gauges(seed):
    """Return daily levels in m of three reservoirs; some days and a whole month are missing."""
    rng = np.random.default_rng(seed)
    day = pd.date_range("2023-01-01", "2023-12-31", freq="D")
    wave = np.cos(2 * np.pi * (day.day_of_year.to_numpy() - 120) / 365)
    level = 84 + np.arange(3)[:, None] * 5 + 3 * wave + rng.normal(0, 0.15, (3, day.size))
    level[rng.random(level.shape) < 0.06] = np.nan
    level[1, 200:232] = np.nan
    return xr.DataArray(level, coords={"name": NAMES, "day": day}, dims=("name", "day"), name="level")


def close_gaps(level, longest):
    """Return levels with straight lines over gaps, at most some days into each."""
    table = level.to_pandas().T.interpolate(limit=longest, limit_area="inside")
    return level.copy(data=table.T.to_numpy())


def seasons(level):
    """Return mean level by season over the days that have one, and how many there are."""
    grouped = level.groupby("day.season")
    return grouped.mean("day"), grouped.count("day")


raw = gauges(seed=11)
level = close_gaps(raw, longest=5)
smooth = level.rolling(day=7, min_periods=5).mean()
mean, days = seasons(smooth)
print("missing before:", raw.isnull().sum("day").values, "after:", level.isnull().sum("day").values)
for name in NAMES:
    parts = [
        f"{season} {float(mean.sel(name=name, season=season)):.3f} m of {int(days.sel(name=name, season=season))} days"
        for season in ("DJF", "MAM", "JJA", "SON")
    ]
    print(f"{name}: " + ", ".join(parts))
print(f"highest level {float(smooth.max()):.3f} m on {str(smooth.max('name').idxmax('day').values)[:10]}")
