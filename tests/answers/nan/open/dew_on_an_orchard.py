"""Estimate the hours of dew in an orchard from a grid of humidity sensors, some of which drop out.

Symptom: the mean humidity of the nights with a drop-out is nan, and the wet hours of the season are nan.
Culprit: `fastmath=True` promises the compiler that there is no NaN, so the test for a drop-out is left out.
Report: numba/numba#2919 (isnan is False with fastmath)
"""

import numpy as np
from numba import njit

NIGHTS, HOURS, SENSORS = 30, 12, 16


def sensors(rng):
    """Return relative humidities of night, hour and sensor; NaN where a sensor did not answer."""
    hour = np.arange(HOURS)
    evening = rng.uniform(55.0, 78.0, size=(NIGHTS, 1, 1))
    rise = 22.0 * np.sin(np.pi * (hour + 1) / (HOURS + 3))
    humidity = evening + rise[None, :, None] + rng.normal(0.0, 1.5, (NIGHTS, HOURS, SENSORS))
    humidity = np.minimum(humidity, 100.0)
    for night in rng.choice(NIGHTS, 5, replace=False):
        first = rng.integers(0, HOURS - 3)
        humidity[night, first : first + 3, rng.integers(SENSORS)] = np.nan
    return humidity


@njit(fastmath=True)  # culprit
def mean_of_answers(readings):
    total, answers = 0.0, 0
    for reading in readings:
        if not np.isnan(reading):
            total += reading
            answers += 1
    return total / max(answers, 1)


@njit
def hourly_means(humidity):
    nights, hours, _ = humidity.shape
    means = np.empty((nights, hours))
    for night in range(nights):
        for hour in range(hours):
            means[night, hour] = mean_of_answers(humidity[night, hour])
    return means


@njit
def wetness(mean):
    """Return the part of an hour in which leaves are wet: none below 80 %, all of it above 92 %."""
    return min(max((mean - 80.0) / 12.0, 0.0), 1.0)


@njit
def wet_hours(means):
    hours = np.zeros(means.shape[0])
    for night in range(means.shape[0]):
        for hour in range(means.shape[1]):
            hours[night] += wetness(means[night, hour])
    return hours


def main():
    humidity = sensors(np.random.default_rng(67))
    means = hourly_means(humidity)
    hours = wet_hours(means)
    for night in range(0, NIGHTS, 6):
        print(f"night {night:2d}: mean {means[night].mean():6.2f} %, wet for {hours[night]:.2f} h")
    print(f"wet hours of the season: {hours.sum():.2f}")
    print(f"nights with danger of scab: {np.count_nonzero(hours > 6.0)}")


if __name__ == "__main__":
    main()
