"""Foretell the water of a mill race from the rain of the days before.

Culprit: see after.py
"""

import numpy as np

rng = np.random.default_rng(12)
DAYS, LAGS = 400, 4
rain = rng.gamma(0.6, 5.0, DAYS)
water = np.full(DAYS, 20.0)
for day in range(1, DAYS):
    water[day] = 0.7 * water[day - 1] + 6 + 0.5 * rain[day - 1]
water += rng.normal(0, 0.4, DAYS)

rows, wanted = [], []
for day in range(LAGS, DAYS):
    rows.append(np.concatenate([[1.0], rain[day - LAGS : day], [water[day - 1]]]))
    wanted.append(water[day])
rows, wanted = np.array(rows), np.array(wanted)
split = int(0.75 * len(rows))
weights = np.linalg.lstsq(rows[:split], wanted[:split], rcond=None)[0]
said = rows[split:] @ weights
error = said - wanted[split:]

print(f"rows {len(rows)}")
print(f"rmse {np.sqrt(np.mean(error**2)):.6f}, bias {error.mean():.6f}")
print("weights", weights.round(4))
