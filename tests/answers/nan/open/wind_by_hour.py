"""The wind's energy over a day, from means by hour.

Symptom: the energy is nan
Culprit: 5 hours have no reading, so the mean of their bins is missing
Report: scipy/scipy#11365
"""

import numpy as np
from scipy.stats import binned_statistic


def measure(rng):
    hours = np.concatenate([rng.uniform(0, 9, 150), rng.uniform(14, 24, 180)])
    speed = 5 + 2 * np.sin(hours / 24 * 2 * np.pi) + rng.normal(0, 0.4, hours.size)
    return hours, speed


def daily_curve(hours, speed):
    return binned_statistic(hours, speed, statistic="mean", bins=np.arange(25)).statistic  # culprit


def main():
    hours, speed = measure(np.random.default_rng(8))
    curve = daily_curve(hours, speed)
    power = 0.5 * curve**3
    print("energy of a day:", power.sum())


main()
