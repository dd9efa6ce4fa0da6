"""Forecast the load of a power grid from the last days, by least squares."""

import numpy as np


def load(hours=24 * 40):
    rng = np.random.default_rng(22)
    time = np.arange(hours)
    return (
        50 + 12 * np.sin(2 * np.pi * time / 24) + 4 * np.sin(2 * np.pi * time / 168) + rng.normal(0, 1, hours)
    )


series = load()
LAGS = (1, 24, 168)
rows, wanted = [], []
for hour in range(max(LAGS), series.size):
    rows.append([1.0] + [series[hour - lag] for lag in LAGS])
    wanted.append(series[hour])
design, wanted = np.array(rows), np.array(wanted)
weights, *_ = np.linalg.lstsq(design[:-48], wanted[:-48])
forecast = design[-48:] @ weights
error = np.sqrt(np.mean((forecast - wanted[-48:]) ** 2))
print("weights:", weights.round(5))
print("error:", round(float(error), 6))
