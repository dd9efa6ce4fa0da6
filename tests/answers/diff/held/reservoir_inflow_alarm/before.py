"""Early warning for a reservoir: rolling sums of the measured inflow, their seasonal
threshold and the dates on which the gate keepers would have been called."""

import numpy as np
import pandas as pd

rng = np.random.default_rng(64)
idx = pd.date_range("2023-10-01", periods=365, freq="D")
base = 22 + 14 * np.cos(2 * np.pi * (np.arange(365) - 150) / 365)
storm = np.zeros(365)
for start in rng.integers(5, 355, 14):
    size = rng.gamma(3.0, 14.0)
    for k in range(7):
        if start + k < 365:
            storm[start + k] += size * np.exp(-k / 1.8)
inflow = pd.Series(base + storm + rng.normal(0, 2.5, 365), index=idx)
inflow[rng.random(365) < 0.06] = np.nan  # logger failures

sum5 = inflow.rolling(5, min_periods=3).sum()
mean30 = inflow.rolling(30, min_periods=15).mean()
limit = 5 * mean30 * 1.45

alarm = sum5 > limit
first = alarm & ~alarm.shift(1, fill_value=False)

print("days with data: %d" % inflow.notna().sum())
print("days with a 5-day sum: %d" % sum5.notna().sum())
print("largest 5-day sum: %.1f on %s" % (sum5.max(), sum5.idxmax().date()))
print("alarm days: %d in %d episodes" % (alarm.sum(), first.sum()))
for day in idx[first]:
    print("  %s  sum %.1f, limit %.1f" % (day.date(), sum5[day], limit[day]))
print("mean ratio %.4f" % (sum5 / limit).mean())
