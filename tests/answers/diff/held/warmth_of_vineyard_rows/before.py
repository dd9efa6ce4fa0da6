"""Sums the warmth that the rows of a vineyard gather in a week, for the date of the harvest."""

import argparse

import numpy as np

KNOTS = np.array([3.0, 7.0, 11.0, 15.0, 19.0, 22.0])
SHAPE = np.array([-4.5, -2.0, 3.0, 6.0, 1.5, -2.5])


def day_means(rng, days):
    """Mean temperatures of the days in degrees Celsius."""
    wander = rng.normal(0.0, 1.2, days).cumsum()
    return 17.0 + 0.6 * wander


def course_of_a_day(minutes):
    """How far the temperature lies from the day's mean, by hours of the clock."""
    hours = minutes / 60.0
    return np.interp(hours, KNOTS, SHAPE, period=24.0)


def slope_effect(rows):
    """Rows higher on the slope lie in the sun for longer."""
    return 0.35 * np.sqrt(np.arange(rows))


def temperatures(means, rows, step):
    """An array of (days, steps of a day, rows)."""
    minutes = np.arange(0, 24 * 60, step)
    course = course_of_a_day(minutes)
    return means[:, None, None] + course[None, :, None] + slope_effect(rows)[None, None, :]


def degree_days(warmth, base):
    """Degree days above the base of each row."""
    above = np.maximum(warmth - base, 0.0)
    return above.mean(axis=1).sum(axis=0)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", type=int, default=12)
    parser.add_argument("--days", type=int, default=21)
    parser.add_argument("--step", type=int, default=20)
    options = parser.parse_args()
    rng = np.random.default_rng(58)
    means = day_means(rng, options.days)
    warmth = temperatures(means, options.rows, options.step)
    gathered = degree_days(warmth, 10.0)
    print("coldest", round(float(warmth.min()), 3))
    print("first row", round(float(gathered[0]), 3))
    print("last row", round(float(gathered[-1]), 3))
    print("mean", round(float(gathered.mean()), 3))


if __name__ == "__main__":
    main()
