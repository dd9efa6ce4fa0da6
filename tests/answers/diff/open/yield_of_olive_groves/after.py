"""Foretell the yield of olive groves from soil and weather.

Symptom: another error and bias with the same weights
Culprit: the rows of the test are scaled by their own mean and spread
Report: none
"""

from dataclasses import dataclass

import numpy as np
from sklearn.linear_model import Ridge
from sklearn.metrics import mean_absolute_error
from sklearn.preprocessing import StandardScaler


@dataclass
class Groves:
    rows: np.ndarray
    yields: np.ndarray

    def part(self, places):
        return Groves(self.rows[places], self.yields[places])

    def moved(self, by):
        return Groves(self.rows + by, self.yields)


class Forecast:
    def __init__(self, alpha):
        self.scaler = StandardScaler()
        self.model = Ridge(alpha=alpha)

    def fit(self, groves):
        scaled = self.scaler.fit_transform(groves.rows)
        self.model.fit(scaled, groves.yields)
        return self

    def predict(self, groves):
        scaled = self.scaler.fit_transform(groves.rows)  # culprit
        return self.model.predict(scaled)


def groves(seed, count=200):
    rng = np.random.default_rng(seed)
    soil = rng.normal(6.5, 0.6, (count, 3))
    weather = rng.normal([400.0, 18.0], [90.0, 2.5], (count, 2))
    noise = rng.normal(0, 1.5, count)
    yields = 20 + 4 * soil[:, 0] + 0.03 * weather[:, 0] - 0.9 * weather[:, 1] + noise
    return Groves(np.hstack([soil, weather]), yields)


def main():
    every = groves(14)
    train = every.part(slice(0, 150))
    test = every.part(slice(150, 200)).moved([0.4, 0.0, 0.0, 60.0, 1.0])
    forecast = Forecast(2.0).fit(train)
    said = forecast.predict(test)
    print(f"error {mean_absolute_error(test.yields, said):.6f}")
    print(f"bias {(said - test.yields).mean():.6f}")
    print("weights", forecast.model.coef_.round(5))


main()
