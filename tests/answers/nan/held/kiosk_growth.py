"""Average daily growth of a kiosk's takings, and how much it varies.

Symptom: The program prints NaN or inf.
Culprit: Pct_change after a day of zero: inf in the mean.
Report: HKUDS/Vibe-Trading#1041
"""

import numpy as np
import pandas as pd

rng = np.random.default_rng(6)

days = pd.date_range("2024-01-01", periods=90, freq="D")
takings = pd.Series(rng.normal(420, 60, size=days.size).round(2), index=days, name="takings")
takings[takings.index.day_of_week == 6] *= 0.6
takings["2024-03-29"] = 0.0  # Good Friday, closed

monthly = takings.resample("MS").sum()
print("takings of March:", monthly.iloc[2])

weekday = takings.groupby(takings.index.day_of_week).mean()
print("best weekday:", int(weekday.idxmax()), " worst:", int(weekday.idxmin()))

growth = takings.pct_change()  # culprit
growth = growth.dropna()

print("days with growth:", int((growth > 0).sum()))
best = takings.idxmax()
print("best day:", best.date(), takings[best])
print("worst day:", growth.idxmin().date(), growth.min())
print("average daily growth:", growth.mean())
print("deviation:", growth.std())
