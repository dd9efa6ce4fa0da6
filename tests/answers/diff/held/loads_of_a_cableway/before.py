"""Estimates the wear of a cableway's rope from the loads of its cabins."""

import numpy as np

EMPTY_CABIN = 640.0
EDGES = np.array([700.0, 800.0, 900.0, 1000.0, 1100.0, 1200.0])
DAMAGE = np.array([0.0, 0.4, 0.9, 1.8, 3.1, 5.0, 8.2]) * 1e-6


def passengers(rng, days, rides):
    """People in each cabin: few on weekdays, many at the weekend."""
    weekend = np.arange(days) % 7 >= 5
    mean = np.where(weekend, 5.5, 3.0)
    return np.minimum(rng.poisson(mean[:, None], (days, rides)), 8)


def loads(people, luggage):
    """Kilograms of each cabin, with 80 kg for a passenger."""
    return EMPTY_CABIN + 80.0 * people + luggage


def luggage_of(rng, people):
    """Skis and rucksacks weigh in steps of 20 kg."""
    return 20.0 * rng.binomial(people, 0.5)


def class_of(load):
    """The load class: a load on an edge belongs to the heavier class."""
    return np.searchsorted(EDGES, load, side="right")


def wear(load):
    """The share of the rope's life that each ride takes."""
    classes = class_of(load)
    return DAMAGE[classes]


def worst_days(daily, count):
    """The days with the greatest wear, worst first."""
    order = np.argsort(-daily, kind="stable")
    return order[:count]


def main():
    rng = np.random.default_rng(314)
    people = passengers(rng, 84, 220)
    load = loads(people, luggage_of(rng, people))
    daily = wear(load).sum(axis=1)
    total = daily.sum()
    years = 84 / 365 / total
    print("mean load", round(float(load.mean()), 3))
    print("heaviest", float(load.max()))
    print("wear", round(float(total), 8))
    print("worst", round(float(daily[worst_days(daily, 3)].mean()), 8))
    print("years of the rope", round(float(years), 4))


main()
