"""Interpolates a harbour's water level from readings that arrive out of order and some twice.

Symptom: none
Culprit: none
Tempts: times that are neither sorted nor unique go near np.interp and a trapezoid rule; np.unique sorts them and keeps one of each before either is used
Report: none
"""

import numpy as np

LEVEL_FOR_FERRY_M = 2.0


def receive_readings(seed):
    """Hours and levels as the radio delivered them."""
    rng = np.random.default_rng(seed)
    hours = np.round(np.linspace(0, 48, 193), 2)
    levels = 2.1 + 1.4 * np.sin(2 * np.pi * hours / 12.42) + 0.2 * np.sin(2 * np.pi * hours / 24)
    order = rng.permutation(hours.size)
    again = rng.choice(hours.size, 15, replace=False)
    order = np.concatenate([order, again])
    return hours[order], levels[order]


def tidy(hours, levels):
    """Readings in the order of their times, each once."""
    times, first = np.unique(hours, return_index=True)
    return times, levels[first]


def level_at(times, levels, moments):
    """Level at some moments between the readings."""
    return np.interp(moments, times, levels)


def hours_open(times, levels, step=0.01):
    """How long the water stands high enough for the ferry."""
    moments = np.arange(times[0], times[-1], step)
    return step * np.count_nonzero(level_at(times, levels, moments) >= LEVEL_FOR_FERRY_M)


def mean_level(times, levels):
    """Mean over time, by the trapezoid rule."""
    widths = np.diff(times)
    return float(np.sum(widths * (levels[1:] + levels[:-1]) / 2) / (times[-1] - times[0]))


def main():
    hours, levels = receive_readings(seed=24)
    times, sorted_levels = tidy(hours, levels)
    print(f"{hours.size} readings received, {times.size} kept")
    for moment in (3.1, 9.4, 21.05, 40.3):
        print(f"level at {moment:5.2f} h: {level_at(times, sorted_levels, moment):.3f} m")
    print(f"mean level: {mean_level(times, sorted_levels):.3f} m")
    print(f"ferry can land for {hours_open(times, sorted_levels):.1f} of 48 hours")
    print(f"highest: {sorted_levels.max():.2f} m at {times[sorted_levels.argmax()]:.2f} h")


if __name__ == "__main__":
    main()
