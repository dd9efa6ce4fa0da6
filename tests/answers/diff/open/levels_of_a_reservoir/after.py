"""Find the days on which a reservoir falls faster than it should.

Symptom: alarms come some days later than before
Culprit: the window of seven days isn't centred any more
Report: none
"""

from dataclasses import dataclass

import numpy as np
import pandas as pd


@dataclass(frozen=True)
class Alarm:
    window: int = 7
    fewest: int = 4
    limit: float = -0.1

    def smooth(self, level):
        return level.rolling(window=self.window, min_periods=self.fewest).mean()  # culprit

    def falls(self, level):
        return self.smooth(level).diff()

    def rings(self, level):
        return self.falls(level) < self.limit


def longest_run(flags):
    runs = flags.ne(flags.shift()).cumsum()
    return flags.groupby(runs).sum().max()


def levels(days, seed):
    rng = np.random.default_rng(seed)
    index = pd.date_range("2024-01-01", periods=days, freq="D")
    inflow = rng.normal(0.2, 0.3, days).clip(min=0)
    release = np.where(np.sin(np.arange(days) / 20) > 0.6, 0.35, 0.2)
    level = 40 + np.cumsum(inflow - release)
    return pd.Series(level + rng.normal(0, 0.05, days), index=index)


alarm = Alarm()
level = levels(200, seed=77)
flags = alarm.rings(level)
fall = alarm.falls(level)
smooth = alarm.smooth(level)
print(f"alarms {flags.sum()}, longest run {longest_run(flags)} days")
print(f"fastest fall {fall.min():.5f} on {fall.idxmin():%d %B}")
print(f"highest {smooth.max():.4f}, lowest {smooth.min():.4f}")
print(f"last level {level.iloc[-1]:.4f}")
