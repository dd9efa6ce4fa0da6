"""Functions that are given what they do not look at: points out of order, fractions for percent, a rate for a time."""

import numpy as np


def faulty_warmth_between_soundings():
    depth = np.array([0.0, 30.0, 5.0, 15.0])
    return np.interp([2.0, 10.0], depth, np.array([18.0, 8.0, 16.5, 12.0]))  # fault


def faulty_points_that_fall():
    height = np.array([300.0, 200.0, 100.0])
    return np.interp(150.0, height, np.array([1.0, 2.0, 3.0]))  # fault


def faulty_bracket_of_an_income():
    limits = np.array([10, 60, 30, 90])
    return limits.searchsorted([8, 35, 70])  # fault


def faulty_volume_of_a_flood():
    hours = np.array([0.0, 1.0, 2.0, 5.0, 3.0, 4.0, 6.0])
    integrate = np.trapezoid if hasattr(np, "trapezoid") else np.trapz
    return integrate(np.ones(7), hours)  # fault


def faulty_last_frame():
    return np.resize(np.arange(10.0), (3, 4)).sum(axis=1)  # fault


def faulty_limit_of_most():
    return np.percentile(np.arange(500.0), 0.95)  # fault


def faulty_shares_of_classes():
    share, _ = np.histogram(np.arange(50) / 25, bins=np.arange(0, 2.1, 0.2), density=True)
    return share[:4].sum()  # fault


def faulty_north_wind():
    direction = np.array([350.0, 5.0, 355.0, 12.0, 348.0])
    return direction.mean()  # fault


def faulty_pitch():
    rate = 8000
    tone = np.sin(2 * np.pi * 440 * np.arange(256) / rate)
    return np.fft.rfftfreq(256, rate)[np.abs(np.fft.rfft(tone)).argmax()]  # fault


def healthy_points_in_order():
    depth = np.array([0.0, 5.0, 5.0, 30.0])
    angle = np.array([350.0, 10.0, 170.0])
    inside = np.interp(20.0, angle, np.array([1.0, 2.0, 3.0]), period=360)
    return np.interp([2.0, 10.0], depth, np.arange(4.0)).sum() + inside


def healthy_places_by_a_sorter():
    limits = np.array([10, 60, 30, 90])
    return np.searchsorted(limits, [8, 35], sorter=np.argsort(limits))


def healthy_work_of_a_cycle():
    """There and back: the area of a loop."""
    volume = np.concatenate([np.linspace(1.0, 2.0, 9), np.linspace(2.0, 1.0, 9)[1:]])
    integrate = np.trapezoid if hasattr(np, "trapezoid") else np.trapz
    return integrate(np.linspace(3.0, 2.0, 17), volume)


def healthy_tiles():
    return np.resize(np.arange(4.0), (3, 4)).sum()


def healthy_limits_of_contrast():
    low, high = (np.percentile(np.arange(500.0), q) for q in (0.5, 99.5))
    return high - low + np.quantile(np.arange(500.0), 0.95)


def healthy_shares_with_widths():
    density, edges = np.histogram(np.arange(50) / 25, bins=np.arange(0, 2.1, 0.2), density=True)
    counts, _ = np.histogram(np.arange(50) / 25, bins=10)
    return (density * np.diff(edges)).sum() + density.sum() * 0.2 + (counts / counts.sum())[:4].sum()


def healthy_directions_from_everywhere():
    direction = np.array([10.0, 100.0, 190.0, 280.0, 355.0])
    return direction.mean() + np.array([350.0, 340.0, 345.0, 352.0]).mean()


def healthy_pitch_by_the_time_between():
    rate = 8000
    tone = np.sin(2 * np.pi * 440 * np.arange(256) / rate)
    return np.fft.rfftfreq(256, 1 / rate)[np.abs(np.fft.rfft(tone)).argmax()]
