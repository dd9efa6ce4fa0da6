"""Gives the monthly rain totals of a gauge with outages.

Symptom: none
Culprit: none
Tempts: `check-up` could accuse what its twin of `faults/` does wrong, and this does right.
Report: none
"""

import numpy as np
import pandas as pd
import xarray as xr


def daily_rain(seed=21):
    """Daily rain in mm at a gauge that was out of order for some whole months."""
    generator = np.random.default_rng(seed)
    days = pd.date_range("2018-01-01", "2021-12-31", freq="D")
    wet = generator.random(days.size) < 0.35
    values = np.where(wet, generator.gamma(0.8, 9.0, days.size), 0.0)
    rain = xr.DataArray(values, coords={"time": days}, dims="time", name="rain")
    for start, end in [("2018-11", "2019-01"), ("2020-03", "2020-06"), ("2021-09", "2021-10")]:
        rain.loc[{"time": slice(start, end)}] = np.nan
    return rain


def monthly_totals(rain):
    return rain.resample(time="MS").sum(min_count=1)


def count_dry(totals, limit=30.0):
    return int((totals < limit).sum())


def main():
    rain = daily_rain()
    gaps = float(rain.isnull().mean())
    print(f"{rain.sizes['time']} days, {gaps:.1%} without a reading")
    totals = monthly_totals(rain)
    print(f"mean monthly total:   {float(totals.mean()):.1f} mm")
    print(f"median monthly total: {float(totals.median()):.1f} mm")
    print(f"spread of the months: {float(totals.std()):.1f} mm")
    print(f"months under 30 mm:   {count_dry(totals)}")
    climate = totals.groupby("time.month").mean()
    print(f"wettest month of the year: {int(climate.idxmax())} ({float(climate.max()):.0f} mm)")
    print(f"rain of a mean year:  {float(climate.sum()):.0f} mm")


if __name__ == "__main__":
    main()
