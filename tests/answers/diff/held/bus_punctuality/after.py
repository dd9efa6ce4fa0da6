"""Reports the delays of bus lines and of the rush hour.

Symptom: none
Culprit: none: equal
Report: none
"""

import numpy as np
import pandas as pd

LATE_MINUTES = 5


def make_trips(seed=11):
    rng = np.random.default_rng(seed)
    lines = rng.choice(["12", "27", "40"], 500)
    hours = rng.integers(6, 22, 500)
    delay = rng.gamma(1.5, 2.0, 500) + 1.5 * ((hours >= 7) & (hours <= 9))
    trips = pd.DataFrame({"line": lines, "hour": hours, "delay": delay})
    trips.loc[rng.random(500) < 0.05, "delay"] = np.nan
    return trips


class DelayReport:
    def __init__(self, trips, late=LATE_MINUTES):
        self.trips = trips.dropna(subset=["delay"])
        self.late = late

    def by_line(self):
        grouped = self.trips.groupby("line")["delay"]
        return grouped.agg(mean="mean", late=lambda delay: (delay > self.late).mean())

    def rush_hour_mean(self):
        return self.trips.loc[self.trips["hour"].between(7, 9), "delay"].mean()

    def show(self):
        for line, row in self.by_line().iterrows():
            print(f"line {line}: mean {row['mean']:.3f} min, late {row['late']:.3f}")
        print(f"trips: {len(self.trips)}")
        print(f"rush hour mean: {self.rush_hour_mean():.3f} min")
        print(f"spread: {self.trips['delay'].std():.3f} min")


if __name__ == "__main__":
    DelayReport(make_trips()).show()
