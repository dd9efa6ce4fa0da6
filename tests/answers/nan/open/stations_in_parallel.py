"""Standardise the series of many weather stations in worker processes and rank them.

Symptom: the parent finds station 5 with range nan, and the mean over all stations is nan.
Culprit: the gauge of station 5 is stuck at 7.0; the worker divides by its standard deviation of 0.
Report: none
"""

import multiprocessing

import numpy as np


def read_station(number, days=365):
    rng = np.random.default_rng(100 + number)
    values = 9 + 8 * np.sin(np.arange(days) / 58) + rng.normal(0, 2, days)
    if number == 5:
        values[:] = 7.0
    values[rng.random(days) < 0.04] = np.nan
    return values


def standardise(values):
    return (values - np.nanmean(values)) / np.nanstd(values)  # culprit


def work(number):
    scaled = standardise(read_station(number))
    return number, np.nanmax(scaled) - np.nanmin(scaled), np.count_nonzero(np.isfinite(scaled))


def main():
    context = multiprocessing.get_context("fork")
    with context.Pool(2) as pool:
        results = pool.map(work, range(8))
    ranges = np.array([width for _, width, _ in results])
    for number, width, count in results:
        print(f"station {number}: range {width:.2f} from {count} days")
    print("mean range:", ranges.mean())


if __name__ == "__main__":
    main()
