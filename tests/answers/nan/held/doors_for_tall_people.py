"""Choose heights of doors so that 95, 99 and 99.9 percent of the people of a country can pass them upright.

Symptom: every height is nan.
Culprit: `ppf` takes a probability between 0 and 1, and is given percents.
Report: none (a question asked often: the quantile function of the normal distribution returns nan)
"""

from typing import NamedTuple

import numpy as np
from scipy.stats import norm

HEEL_AND_HAT = 9.0  # cm
PERCENTS = (95, 99, 99.9)


class Country(NamedTuple):
    """Heights of the people of a country, in cm."""

    name: str
    heights: np.ndarray


def survey(seed):
    rng = np.random.default_rng(seed)
    means = {"Andorra": 174.1, "Latvia": 177.4, "Peru": 165.2}
    return [Country(name, rng.normal(mean, 7.1, 600)) for name, mean in means.items()]


def door(country, percent):
    """Return the height that a door needs, in cm."""
    mean, spread = norm.fit(country.heights)
    tallest = norm.ppf(percent, loc=mean, scale=spread)  # culprit
    return tallest + HEEL_AND_HAT


def table(countries):
    return np.array([[door(country, percent) for percent in PERCENTS] for country in countries])


if __name__ == "__main__":
    countries = survey(seed=2)
    doors = table(countries)
    for country, row in zip(countries, doors, strict=True):
        print(f"{country.name:<10}" + "  ".join(f"{height:6.1f}" for height in row))
    print(f"one door for all: {doors[:, 1].max():.1f} cm")
