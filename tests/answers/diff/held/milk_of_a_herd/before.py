"""Rank the cows of a dairy herd by their yield over 305 days, from one test day a month."""

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
    widths = np.diff(days)
    means = (values[1:] + values[:-1]) / 2
    return float(np.sum(widths * means))


def total_of_lactation(days, values):
    head = days[0] * values[0]
    tail = (DAYS_OF_A_LACTATION - days[-1]) * values[-1]
    return head + total_between_tests(days, values) + tail


def corrected_for_fat(kilograms, fat_percent):
    fat = kilograms * fat_percent / 100
    return 0.4 * kilograms + 15.0 * fat


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
