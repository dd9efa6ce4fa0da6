"""How much warmer than usual each month was, with xarray: numscope run warm_months.py [TREND].

The temperatures are made here: two years at three stations, one of which began to measure later.
"""

import sys

import numpy as np
import pandas as pd
import xarray as xr

trend = float(sys.argv[1]) if len(sys.argv) > 1 else 0.02
days = pd.date_range("2023-01-01", periods=730)
count = np.arange(days.size)
season = 10 - 8 * np.cos(2 * np.pi * count / 365.25)
noise = np.random.default_rng(2).normal(size=(days.size, 3))
temperature = xr.DataArray(
    season[:, np.newaxis] + trend * count[:, np.newaxis] / 30 + noise,
    dims=("time", "station"),
    coords={"time": days, "station": ["coast", "valley", "summit"]},
    name="temperature",
)
late = temperature.where(~((temperature.station == "summit") & (temperature.time < days[400])))

usual = late.groupby("time.month").mean()
unusual = late.groupby("time.month") - usual
spread = unusual.groupby("time.month").std()
relative = unusual.sel(time="2023").mean("time") / spread.mean("month")
print(relative.round(3).values)
