"""Rank road junctions by accidents per million cars with a compiled function.

Symptom: the junction on top has rate inf, and the city's mean rate is nan.
Culprit: two junctions were closed all year: 3 / 0 is inf and 0 / 0 is nan in a vectorized function.
Report: numba/numba#471
"""

import warnings

import numpy as np
from numba import vectorize

warnings.simplefilter("ignore", RuntimeWarning)


@vectorize(["float64(float64, float64)"])
def rate(accidents, cars):
    return 1e6 * accidents / cars  # culprit


class City:
    def __init__(self, junctions, seed):
        rng = np.random.default_rng(seed)
        self.cars = rng.integers(200_000, 4_000_000, junctions).astype(float)
        self.accidents = rng.poisson(self.cars / 400_000).astype(float)
        self.cars[[2, 9]] = 0.0
        self.accidents[[2, 9]] = 3.0, 0.0  # parked cars were hit
        self.accidents[rng.choice([0, 4, 7])] = np.nan  # report not yet in

    def rates(self):
        return rate(self.accidents, self.cars)


city = City(junctions=14, seed=21)
known = ~np.isnan(city.accidents)
rates = city.rates()[known]
places = np.flatnonzero(known)
order = np.argsort(-rates)
print("most dangerous:", [(int(places[k]), round(float(rates[k]), 2)) for k in order[:3]])
print("mean rate:", rates.mean())
