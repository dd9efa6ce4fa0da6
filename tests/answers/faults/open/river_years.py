"""Sums daily runoff to hydrological years from September to August.

Symptom: the driest year has 10.9 mm and the mean year 439.6 mm, over 7 sums from 6 years of data.
Culprit: 12ME bins end at the end of September of the first month, so the first sum holds 30 days and the last 335; with YS-SEP there are 6 sums, mean 512.9 mm and driest 386.0 mm.
Report: https://kiwix.lema.org/stackoverflow.com_en_all_2023-11/questions/69045925/how-to-resample-pandas-to-hydrologic-year-sep-1-aug-31
"""

import numpy as np
import pandas as pd


def daily_runoff(seed=3):
    """Runoff depth in mm a day, from the start of one hydrological year to an end."""
    generator = np.random.default_rng(seed)
    days = pd.date_range("2014-09-01", "2020-08-31", freq="D")
    season = 1.6 + 1.2 * np.cos(2 * np.pi * (days.day_of_year - 40) / 365.25)
    yearly = {year: generator.normal(1.0, 0.15) for year in range(2014, 2022)}
    factor = np.array([yearly[day.year + (day.month >= 9)] for day in days])
    values = season * factor * generator.gamma(4.0, 0.25, days.size)
    return pd.Series(values, index=days, name="runoff_mm")


def hydrological_years(runoff):
    """Sums from 1 September to 31 August."""
    return runoff.resample("12ME").sum()  # culprit


def low_flow_ratio(sums):
    return float(sums.min() / sums.mean())


def main():
    runoff = daily_runoff()
    sums = hydrological_years(runoff)
    print(f"{runoff.size} days, {runoff.mean():.3f} mm a day")
    for start, value in sums.items():
        print(f"  {start.date()}  {value:8.1f} mm")
    print(f"mean yearly runoff: {sums.mean():.1f} mm")
    print(f"driest year:        {sums.min():.1f} mm")
    print(f"driest to mean:     {low_flow_ratio(sums):.3f}")
    area_km2 = 412.0
    print(f"mean yearly volume: {sums.mean() * area_km2 / 1000:.1f} million m3")


if __name__ == "__main__":
    main()
