"""Relate the finishing times of a runner to the mean training of the weeks before each race.

Symptom: the mean training is nan for every race, and so is the correlation with the finishing time.
Culprit: `closed="neither"` leaves four of five weeks in each window, and a window of 5 needs 5 values.
Report: pandas-dev/pandas#39038 (the rolling mean with open ends is nan everywhere)
"""

import numpy as np
import pandas as pd


class Diary:
    """A runner's diary: kilometres a week, and finishing times of races in minutes."""

    def __init__(self, seed):
        rng = np.random.default_rng(seed)
        weeks = pd.date_range("2023-01-01", periods=60, freq="W")
        form = np.clip(35 + np.cumsum(rng.normal(0, 3, 60)), 10, 80)
        self.kilometres = pd.Series(form.round(1), index=weeks, name="km")
        self.races = weeks[12::6]
        shape = self.kilometres.rolling(5).mean().loc[self.races]
        self.finish = 62 - 0.3 * shape.to_numpy() + rng.normal(0, 1, len(self.races))

    def training_before(self, weeks):
        """Return the mean of the weeks before each race, without the week of the race itself."""
        window = self.kilometres.rolling(window=weeks, closed="neither")  # culprit
        return window.mean().loc[self.races]


diary = Diary(seed=8)
before = diary.training_before(5)
table = pd.DataFrame({"training": before, "finish": diary.finish})
print(table.round(2))
centred = table - table.mean()
covariance = (centred["training"].to_numpy() * centred["finish"].to_numpy()).mean()
spread = table["training"].to_numpy().std() * table["finish"].to_numpy().std()
print("correlation:", covariance / spread)
