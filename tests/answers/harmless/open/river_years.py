"""Sums daily runoff to hydrological years from September to August.

Symptom: none
Culprit: none
Tempts: `check-up` could accuse what its twin of `faults/` does wrong, and this does right.
Report: none
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
    return runoff.resample("YS-SEP").sum()


def dryness(sums):
    return float(sums.min() / sums.mean())


def main():
    runoff = daily_runoff()
    sums = hydrological_years(runoff)
    print(f"{runoff.size} daily values, mean {runoff.mean():.3f} mm")
    for start, value in sums.items():
        print(f"  {start.date()}  {value:8.1f} mm")
    print(f"mean yearly runoff: {sums.mean():.1f} mm")
    print(f"driest year:        {sums.min():.1f} mm")
    print(f"driest to mean:     {dryness(sums):.3f}")
    catchment_km2 = 412.0
    print(f"mean yearly volume: {sums.mean() * catchment_km2 / 1000:.1f} million m3")


if __name__ == "__main__":
    main()
