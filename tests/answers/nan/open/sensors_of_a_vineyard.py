"""Conspicuous hours of a vineyard's weather station.

Each hour holds ten readings. Prints the hours in which a reading is far from the others of its hour.

Symptom: the score is NaN for all hours.
Culprit: the deviation is taken of each sensor over the hours in place of each hour over the sensors; sensor s3 is
broken and always shows 20.0, so it has none.
Report: none
"""

import numpy as np
import pandas as pd

rng = np.random.default_rng(77)


def readings(hours):
    warmth = 18 + 6 * np.sin(np.arange(hours) / 4.0)
    table = warmth[:, None] + rng.normal(0, 0.4, (hours, 10))
    table[:, 3] = 20.0
    return pd.DataFrame(table, columns=[f"s{number}" for number in range(10)])


def scores(table):
    middle = table.median(axis=1)
    away = table.sub(middle, axis=0).where(table != 20.0, 0.0)
    spread = table.std(axis=0)  # culprit
    return away.abs() / spread


table = readings(48)
worst = scores(table).to_numpy().max(axis=1)
for hour in np.argsort(-worst)[:4]:
    print(f"hour {hour:2d}: {worst[hour]:.2f}")
print(f"typical {np.median(worst):.2f}")
