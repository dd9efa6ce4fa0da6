"""Average three years of daily temperatures for every cell of a small grid.

Symptom: the mean of every cell is inf; all temperatures lie between 250 and 310 K.
Culprit: nanmean adds 1,095 float16 values of about 280 per cell, which passes 65,504, the largest float16.
Report: numpy/numpy#23075
"""

import numpy as np

DAYS, ROWS, COLUMNS = 1095, 4, 6


def load_archive():
    """Return daily temperatures in kelvin as stored on disk, nan where a station was down."""
    rng = np.random.default_rng(20)
    season = 12 * np.sin(2 * np.pi * np.arange(DAYS) / 365.25)
    field = 280 + season[:, None, None] + rng.normal(0, 3, (DAYS, ROWS, COLUMNS))
    field[rng.random(field.shape) < 0.02] = np.nan
    return field.astype(np.float16)


def warmest_cell(means):
    row, column = np.unravel_index(np.argmax(means), means.shape)
    return int(row), int(column)


archive = load_archive()
print(f"{np.isnan(archive).mean():.1%} of the values are missing")
print(f"lowest {np.nanmin(archive)} K, highest {np.nanmax(archive)} K")
climate = np.nanmean(archive, axis=0)  # culprit
anomaly = archive[-1] - climate
print("mean of the first row:", climate[0])
print("warmest cell:", warmest_cell(climate), "anomaly of the last day:", np.nanmin(anomaly))
