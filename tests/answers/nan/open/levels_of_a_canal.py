"""Simulate the water level of a canal from what flows in and out, and report the mean level of each week.

Symptom: the mean of the last week is nan, and so is the mean of the quarter.
Culprit: the loop ends one day early, so the level of the last day is never computed.
Report: none (a question asked often: the last value of a simulated series is never written)
"""

import numpy as np


class Canal:
    """A reach of canal with a weir at its end."""

    def __init__(self, area, outlet):
        self.area = area
        self.outlet = outlet

    def simulate(self, inflow, start):
        """Return the level in m at the end of each day, from inflows in m3 a day."""
        days = len(inflow)
        level = np.full(days, np.nan)
        level[0] = start
        for day in range(1, days - 1):  # culprit
            outflow = self.outlet * max(level[day - 1] - 1.2, 0.0) ** 1.5
            level[day] = level[day - 1] + (inflow[day] - outflow) / self.area
        return level


def rain_of_a_quarter(days, seed):
    rng = np.random.default_rng(seed)
    wet = rng.random(days) < 0.35
    return 900.0 + wet * rng.gamma(2.0, 1500.0, days)


if __name__ == "__main__":
    inflow = rain_of_a_quarter(91, seed=12)
    level = Canal(area=21_000.0, outlet=4_300.0).simulate(inflow, start=1.7)
    weeks = level.reshape(13, 7).mean(axis=1)
    for number, mean in enumerate(weeks, 1):
        print(f"week {number:2d}: {mean:.3f} m")
    print(f"quarter: {weeks.mean():.3f} m, spread {weeks.std():.3f} m")
