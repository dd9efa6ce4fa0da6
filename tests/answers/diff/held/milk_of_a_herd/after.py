"""Rank the cows of a dairy herd by their yield over 305 days, from one test day a month.

Symptom: the mean of the herd differs from that of the version before.
Culprit: the days after the last test are counted up to day 305 from the first test, so each cow gains 6 to 29 days.
Report: none
"""

from dataclasses import dataclass

import numpy as np

COWS = 40
DAYS_OF_A_LACTATION = 305


@dataclass
class Recording:
    cow: int
    days: np.ndarray
    kilograms: np.ndarray
    fat_percent: np.ndarray


def lactation_curve(days, scale, rise, fall):
    return scale * days**rise * np.exp(-fall * days)


def record_herd(rng):
    herd = []
    for cow in range(COWS):
        first = rng.integers(6, 30)
        days = np.arange(first, DAYS_OF_A_LACTATION, 31)
        true = lactation_curve(days, rng.normal(16.0, 1.5), 0.22, 0.0035)
        kilograms = true * rng.normal(1.0, 0.04, days.size)
        fat = 3.6 + 0.003 * days + rng.normal(0.0, 0.15, days.size)
        herd.append(Recording(cow, days, kilograms, fat))
    return herd


def total_between_tests(days, values):
    return float(np.trapezoid(values, days))


def total_of_lactation(days, values):
    first, last = days[0], days[-1]
    before_first_test = first * values[0]
    after_last_test = (DAYS_OF_A_LACTATION - (last - first)) * values[-1]  # culprit
    return before_first_test + total_between_tests(days, values) + after_last_test


def corrected_for_fat(kilograms, fat_percent):
    return kilograms * (0.4 + 0.15 * fat_percent)


def yield_of_cow(recording):
    milk = corrected_for_fat(recording.kilograms, recording.fat_percent)
    return total_of_lactation(recording.days, milk)


def main():
    herd = record_herd(np.random.default_rng(305))
    yields = np.array([yield_of_cow(recording) for recording in herd])
    best = np.argsort(yields)[::-1][:5]
    for cow in best:
        print(f"cow {cow:2d}: {yields[cow]:8.1f} kg")
    print(f"mean of the herd: {yields.mean():.1f} kg")
    print(f"spread: {yields.std(ddof=1):.1f} kg")


if __name__ == "__main__":
    main()
