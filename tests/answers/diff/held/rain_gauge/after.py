"""Daily precipitation from hourly reanalysis rates, and wet-day statistics.

Symptom: The last number is another one.
Culprit: Unit factor rewritten as 36*24*1000 = 864000 instead of 86400 (222.5 -> 2224.9 mm).
Report: Applied-GeoSolutions/gips#228
"""

import numpy as np

WET_DAY_MM = 1.0


def hourly_rate(days=90, seed=25):
    rng = np.random.default_rng(seed)
    storm = rng.random((days, 24)) < 0.12
    return storm * rng.gamma(0.8, 3.0e-4, (days, 24))  # kg m-2 s-1


def to_mm_per_day(rate):
    return rate.mean(axis=1) * 36.0 * 24.0 * 1000.0  # culprit


def wet_days(daily, threshold=WET_DAY_MM):
    return daily >= threshold


def longest_dry_spell(wet):
    best = run = 0
    for w in wet:
        run = 0 if w else run + 1
        if run > best:
            best = run
    return best


def main():
    daily = to_mm_per_day(hourly_rate())
    wet = wet_days(daily)
    print("days:", daily.size)
    print("wet days:", int(wet.sum()))
    print("longest dry spell:", longest_dry_spell(wet))
    print("98th percentile: %.1f mm/day" % np.percentile(daily, 98))
    print("season total: %.1f mm" % daily.sum())


if __name__ == "__main__":
    main()
