"""Compute the daily gas consumption between two readings of a meter.

Symptom: The consumption a day is negative in places and 30 times too small in others.
Culprit: Without `dayfirst=True` 03.01.2024 is the 1st of March; no day is above 12, so nothing fails.
Report: pandas-dev/pandas#26304
"""

import tempfile
from pathlib import Path

import pandas as pd

TEXT = """date;reading
03.01.2024;10412.5
09.01.2024;10498.1
02.02.2024;10799.0
11.02.2024;10904.6
05.03.2024;11133.2
12.03.2024;11190.7
04.04.2024;11344.9
"""


def read(path):
    table = pd.read_csv(path, sep=";")
    table["date"] = pd.to_datetime(table["date"])  # culprit
    return table.set_index("date")["reading"]


def consumption(readings):
    days = readings.index.to_series().diff().dt.days
    return readings.diff() / days


with tempfile.TemporaryDirectory() as folder:
    path = Path(folder) / "meter.csv"
    path.write_text(TEXT)
    readings = read(path)
rates = consumption(readings).dropna()
print(rates.round(3).to_string())
print(f"days covered {(readings.index[-1] - readings.index[0]).days}")
print(f"mean of the rates {rates.mean():.3f} m3 a day")
