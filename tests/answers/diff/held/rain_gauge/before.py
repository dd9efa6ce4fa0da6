"""Daily precipitation from hourly reanalysis rates, and wet-day statistics."""

import numpy as np


def hourly_rate(days=90, seed=25):
    rng = np.random.default_rng(seed)
    storm = rng.random((days, 24)) < 0.12
    rate = storm * rng.gamma(0.8, 3.0e-4, (days, 24))
    return rate  # kg m-2 s-1


def to_mm_per_day(rate):
    return rate.mean(axis=1) * 86400.0


def wet_days(daily, threshold=1.0):
    return daily >= threshold


def longest_dry_spell(wet):
    best = run = 0
    for w in wet:
        run = 0 if w else run + 1
        best = max(best, run)
    return best


def main():
    rate = hourly_rate()
    daily = to_mm_per_day(rate)
    wet = wet_days(daily)
    print("days:", daily.size)
    print("wet days:", int(wet.sum()))
    print("longest dry spell:", longest_dry_spell(wet))
    print("98th percentile: %.1f mm/day" % np.percentile(daily, 98))
    print("season total: %.1f mm" % daily.sum())


if __name__ == "__main__":
    main()
