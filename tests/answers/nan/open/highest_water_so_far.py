"""Keep the highest water mark of each gauge up to every day and warn where it has passed the dyke's design level.

Symptom: two of three gauges have a highest mark of nan from the day of their first gap on, and never warn.
Culprit: np.maximum hands a nan on, so that accumulate keeps it for ever; np.fmax would pass over the gap.
Report: none
"""

import numpy as np

DAYS = 60
DESIGN = np.array([3.2, 2.6, 4.1])
GAUGES = ("Lock", "Mill", "Harbour")


def marks(seed):
    """Return daily water marks in metres, shape (DAYS, gauges); nan where a gauge did not answer."""
    rng = np.random.default_rng(seed)
    day = np.arange(DAYS)[:, None]
    tide = np.array([1.9, 1.5, 2.4]) + np.array([0.9, 0.8, 1.1]) * np.sin(
        day / 9.0 + np.array([0.0, 0.4, 0.9])
    )
    water = tide + rng.gamma(1.5, 0.25, size=tide.shape)
    water[12:14, 1] = np.nan
    water[33, 2] = np.nan
    return water


def highest(water):
    return np.maximum.accumulate(water, axis=0)  # culprit


def first_day_above(record, level):
    above = np.flatnonzero(record > level)
    return int(above[0]) if above.size else None


def main():
    record = highest(marks(seed=17))
    for number, gauge in enumerate(GAUGES):
        day = first_day_above(record[:, number], DESIGN[number])
        warned = "never" if day is None else f"on day {day}"
        print(
            f"{gauge:8s} highest {record[-1, number]:5.2f} m, design {DESIGN[number]:.1f} m passed {warned}"
        )
    print(f"mean of the highest marks: {record[-1].mean():.2f} m")


main()
