"""Gives the monthly rain totals of a gauge with outages.

Symptom: the mean monthly total is 64.1 mm and a mean year 770 mm, with 10 months under 30 mm.
Culprit: the sum of a month without any reading is 0 and not missing, so 9 outage months count as dry; with min_count=1 the mean is 78.9 mm and the year 947 mm.
Report: pydata/xarray#1509
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
    return rain.resample(time="MS").sum()  # culprit


def dry_months(totals, limit=30.0):
    return int((totals < limit).sum())


def main():
    rain = daily_rain()
    missing = float(rain.isnull().mean())
    print(f"{rain.sizes['time']} days, {missing:.1%} without a reading")
    totals = monthly_totals(rain)
    print(f"mean monthly total:   {float(totals.mean()):.1f} mm")
    print(f"median monthly total: {float(totals.median()):.1f} mm")
    print(f"spread of the months: {float(totals.std()):.1f} mm")
    print(f"months under 30 mm:   {dry_months(totals)}")
    by_month = totals.groupby("time.month").mean()
    print(f"wettest month of the year: {int(by_month.idxmax())} ({float(by_month.max()):.0f} mm)")
    print(f"rain of a mean year:  {float(by_month.sum()):.0f} mm")


if __name__ == "__main__":
    main()
