"""Stock index of plaice from a stratified trawl survey.

Averages the catch per hour within each of four depth strata and weights the means
with the area of the strata.

Culprit: the strata are numbered 1 to 4 on the sheets and go into bincount as they are;
place 0, which no haul has, counts 0 hauls, its mean is 0/0 = NaN, and the weighted
index over the first 4 places is NaN.
"""

import numpy as np

STRATA = ["0-20 m", "20-50 m", "50-100 m", "100-200 m"]
AREA_NM2 = np.array([410.0, 980.0, 1260.0, 730.0])


def survey_sheets(seed=52):
    """One row a haul: stratum, minutes towed, fish caught."""
    rng = np.random.default_rng(seed)
    stratum = np.repeat([1, 2, 3, 4], [9, 14, 12, 6])
    minutes = rng.choice([20, 30, 30, 30], stratum.size)
    density = np.array([85.0, 60.0, 22.0, 6.0])[stratum - 1]
    fish = rng.negative_binomial(3, 3 / (3 + density * minutes / 60))
    return np.column_stack([stratum, minutes, fish])


def per_haul(sheets):
    place = sheets[:, 0]  # culprit
    rate = sheets[:, 2] / (sheets[:, 1] / 60.0)
    return place, rate


def stratum_means(place, rate, strata):
    hauls = np.bincount(place, minlength=strata)[:strata]
    total = np.bincount(place, weights=rate, minlength=strata)[:strata]
    square = np.bincount(place, weights=rate**2, minlength=strata)[:strata]
    mean = total / hauls
    variance = (square / hauls - mean**2) / (hauls - 1)
    return hauls, mean, variance


def main():
    place, rate = per_haul(survey_sheets())
    hauls, mean, variance = stratum_means(place, rate, len(STRATA))
    share = AREA_NM2 / AREA_NM2.sum()
    for name, n, m in zip(STRATA, hauls, mean):
        print(f"{name:10s} {n:3d} hauls {m:8.2f} an hour")
    index = np.dot(share, mean)
    error = np.sqrt(np.dot(share**2, variance))
    print(f"index {index:.3f} +- {error:.3f} fish an hour")


main()
