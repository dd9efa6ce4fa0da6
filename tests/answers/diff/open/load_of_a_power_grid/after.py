"""Forecast the load of a power grid from the last days, by least squares.

Symptom: the weights and the error differ after the loop was replaced by slices.
Culprit: the slice of each lag starts one hour late: a lag of 24 became one of 23.
Report: none
"""

import numpy as np

LAGS = (1, 24, 168)


def load(hours=24 * 40):
    rng = np.random.default_rng(22)
    time = np.arange(hours)
    return (
        50 + 12 * np.sin(2 * np.pi * time / 24) + 4 * np.sin(2 * np.pi * time / 168) + rng.normal(0, 1, hours)
    )


def lagged(series, lag):
    start = max(LAGS) - max(lag - 1, 1)  # culprit
    return series[start : start + series.size - max(LAGS)]


def design_matrix(series):
    columns = [lagged(series, lag) for lag in LAGS]
    return np.column_stack([np.ones(columns[0].size), *columns])


def main():
    series = load()
    design, wanted = design_matrix(series), series[max(LAGS) :]
    weights, *_ = np.linalg.lstsq(design[:-48], wanted[:-48])
    forecast = design[-48:] @ weights
    error = np.sqrt(np.mean((forecast - wanted[-48:]) ** 2))
    print("weights:", weights.round(5))
    print("error:", round(float(error), 6))


main()
