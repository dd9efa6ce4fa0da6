"""Count the passengers of night buses by day of the week and by hour.

Symptom: other trips count as trips at night, and the sums of the days and the busiest hour have moved.
Culprit: the times lose their zone and are then called those of Vienna, so the clock is an hour or two behind.
Report: none
"""

from dataclasses import dataclass

import numpy as np
import pandas as pd

ZONE = "Europe/Vienna"
FIRST_DAY = "2025-03-24"
MINUTES_OF_DAY = 24 * 60


@dataclass(frozen=True)
class Night:
    begin: int = 22
    end: int = 4

    def holds(self, hour):
        return (hour >= self.begin) | (hour < self.end)


def simulated(days=14, number=900, seed=27):
    rng = np.random.default_rng(seed)
    minutes = np.sort(rng.integers(0, days * MINUTES_OF_DAY, number))
    hour = (minutes / 60) % 24
    expected = 8 * (1 + 2.0 * np.exp(-((hour - 22.5) ** 2) / 3))
    when = pd.Timestamp(FIRST_DAY, tz="UTC") + pd.to_timedelta(minutes, unit="min")
    return pd.DataFrame({"when": when, "passengers": rng.poisson(expected)})


def with_calendar(trips, zone=ZONE):
    """Add the day, hour and date on the clocks of the drivers."""
    clock = trips["when"].dt.tz_convert(None).dt.tz_localize(zone, nonexistent="shift_forward")  # culprit
    return trips.assign(day=clock.dt.day_name(), hour=clock.dt.hour, date=clock.dt.date)


def totals(trips, by):
    return trips.groupby(by)["passengers"].sum()


def main():
    trips = with_calendar(simulated())
    night = trips[Night().holds(trips["hour"])]
    print(totals(night, "day").to_dict())
    print("busiest hour", int(trips.groupby("hour")["passengers"].mean().idxmax()))
    per_date = totals(night, "date")
    print(f"{len(night)} trips at night, {per_date.mean():.4f} passengers a date, {per_date.std():.4f}")


if __name__ == "__main__":
    main()
