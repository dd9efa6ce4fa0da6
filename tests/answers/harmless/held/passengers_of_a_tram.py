"""Take the passengers of a tram apart into a trend, the days of the week and a rest, and look for odd days.

Symptom: none
Culprit: none
Tempts: `nan` could accuse the trend, which has no value for three days at each end, as a centred mean of a week must.
Report: statsmodels/statsmodels#3872 (the trend is nan at both ends; an expected property of the method)
"""

import numpy as np
import pandas as pd
from statsmodels.tsa.seasonal import seasonal_decompose

WEEK = np.array([1.1, 1.05, 1.05, 1.1, 1.25, 0.8, 0.65])


def passengers(days, seed):
    rng = np.random.default_rng(seed)
    index = pd.date_range("2024-01-01", periods=days, freq="D")
    level = 5_200 + 6 * np.arange(days)
    count = level * WEEK[index.day_of_week] * rng.normal(1, 0.02, days)
    count[[40, 75]] *= [0.6, 1.4]
    return pd.Series(count.round(), index=index, name="passengers")


class Timetable:
    """Passengers by day, taken apart."""

    def __init__(self, count):
        parts = seasonal_decompose(count, model="multiplicative", period=7)
        self.trend = parts.trend.dropna()
        self.week = parts.seasonal.iloc[:7]
        self.rest = parts.resid.dropna()

    def odd_days(self, limit=5.0):
        """Return days whose rest is far from its median, in median deviations."""
        gap = (self.rest - self.rest.median()).abs()
        return self.rest[gap > limit * gap.median()]


def main():
    table = Timetable(passengers(120, seed=12))
    slope = np.polyfit(np.arange(len(table.trend)), table.trend.to_numpy(), 1)[0]
    print(f"trend of {len(table.trend)} days: {slope:.3f} passengers more a day")
    for day, factor in table.week.items():
        print(f"{day.day_name():<10}{factor:.4f}")
    for day, factor in table.odd_days().items():
        print(f"odd: {day.date()} {factor:.3f}")


main()
