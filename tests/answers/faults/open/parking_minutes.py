"""Mean time a car stays on the car park, from the gate's log.

Symptom: The number is wrong.
Culprit: Astype("int64") / 1e9 on datetime64 in microseconds (pandas 3).
Report: louisnw01/lightweight-charts-python#578
"""

import numpy as np
import pandas as pd

rng = np.random.default_rng(66)


def gate_log(n=200):
    start = pd.Timestamp("2026-03-02 07:00:00")
    arrive = start + pd.to_timedelta(rng.integers(0, 8 * 3600, n), unit="s")
    stay = rng.gamma(2.0, 1800.0, n).astype(int) + 60
    leave = arrive + pd.to_timedelta(stay, unit="s")
    fmt = "%Y-%m-%d %H:%M:%S"
    return pd.DataFrame({"arrive": arrive.strftime(fmt), "leave": leave.strftime(fmt)})


def epoch_seconds(column):
    stamps = pd.to_datetime(column)
    return stamps.astype("int64") / 1e9  # culprit


log = gate_log()
seconds = epoch_seconds(log["leave"]) - epoch_seconds(log["arrive"])
minutes = seconds / 60.0
print("cars:", len(log))
print("ratio of longest to mean stay:", round(float(minutes.max() / minutes.mean()), 2))
print("mean stay (minutes):", minutes.mean())
