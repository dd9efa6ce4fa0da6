"""Estimate how fast the markers on a rock glacier creep, and how the creep follows the warmth of the year."""

import numpy as np
from scipy import signal

DETREND, SMOOTH, DAYS = False, 15, 730


def survey(rng, markers=6):
    """Return the warmth of each day and the places of the markers along the slope in m."""
    day = np.arange(DAYS)
    warmth = 6.0 - 11.0 * np.cos(2 * np.pi * (day - 20) / 365.25) + 0.002 * day + rng.normal(0.0, 2.0, DAYS)
    speed = (0.004 + 0.00015 * np.clip(np.roll(warmth, 40), 0.0, None)) * rng.uniform(0.6, 1.4, (markers, 1))
    place = np.cumsum(speed + rng.normal(0.0, 0.0004, (markers, DAYS)), axis=1)
    return warmth, place


def smoothed(series):
    return signal.savgol_filter(series, SMOOTH, 2, axis=-1)


def prepared(series):
    """Smooth and, if wanted, take the straight line out."""
    series = smoothed(series)
    return signal.detrend(series, axis=-1) if DETREND else series


def delay(warmth, speed, longest=90):
    """Return by how many days the creep is late, and the correlation."""
    score = [np.corrcoef(warmth[: DAYS - 1 - lag], speed[lag:])[0, 1] for lag in range(longest)]
    return int(np.argmax(score)), max(score)


def main():
    warmth, place = survey(np.random.default_rng(29))
    speed = np.diff(prepared(place), axis=1)
    for number, own in enumerate(speed):
        print(f"marker {number}: {365.25 * own.mean():+.5f} m a year")
    days, score = delay(smoothed(warmth)[:-1], speed.mean(axis=0))
    print(f"late by {days} days, correlation {score:.5f}")
    fastest = speed.mean(axis=0).argmax()
    print(f"fastest on day {fastest}: {speed.mean(axis=0)[fastest] * 1000:.5f} mm")


if __name__ == "__main__":
    main()
