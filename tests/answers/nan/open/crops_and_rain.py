"""How much the yield of fields goes with the rain of their year.

Prints the correlation for dry, normal and wet years.

Symptom: the correlation of the wet years is NaN.
Culprit: years count as wet from 980 mm on, which one year of 24 has; the limit is 890 mm. The correlation of one pair
is not defined.
Report: none
"""

import warnings

import numpy as np

DRY_MM, WET_MM = 620.0, 980.0  # culprit
rng = np.random.default_rng(19)


def years(count):
    rain = np.sort(rng.normal(760, 110, count))
    rain[-1] = 1010.0
    return rain, 3.1 + 0.004 * (rain - 600) + rng.normal(0, 0.25, count)


def kinds(rain):
    return {"dry": rain < DRY_MM, "normal": (rain >= DRY_MM) & (rain < WET_MM), "wet": rain >= WET_MM}


def correlation(rain, crop):
    return np.corrcoef(rain, crop)[0, 1]


warnings.simplefilter("ignore")
rain, crop = years(24)
found = {name: correlation(rain[chosen], crop[chosen]) for name, chosen in kinds(rain).items()}
for name, value in found.items():
    print(f"{name:7s} {value:6.3f}")
print(f"mean {np.mean(list(found.values())):.3f}")
