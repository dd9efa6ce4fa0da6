"""Predict the wear of brake pads from rides of the first winter and check it on the rides of the second.

Symptom: as an experiment class the weights, the intercept and the error on the second winter differ.
Culprit: the scaler is fitted to the rides of both winters instead of the first only.
Report: scikit-learn/scikit-learn#17619
"""

from dataclasses import dataclass

import numpy as np
from sklearn.linear_model import Ridge
from sklearn.metrics import mean_absolute_error, r2_score
from sklearn.preprocessing import StandardScaler


@dataclass
class Rides:
    features: np.ndarray
    wear: np.ndarray
    winter: np.ndarray

    @classmethod
    def simulate(cls, number, seed):
        rng = np.random.default_rng(seed)
        winter = np.repeat([1, 2], number // 2)
        load = rng.normal(np.where(winter == 1, 3.0, 4.4), 0.8)
        stops = rng.gamma(3.0, np.where(winter == 1, 8.0, 14.0))
        slope = rng.normal(0, 2.0, number)
        wear = 0.4 * load + 0.03 * stops + 0.05 * slope + rng.normal(0, 0.15, number)
        return cls(np.column_stack([load, stops, slope]), wear, winter)


class Experiment:
    def __init__(self, rides, alpha=12.0):
        self.rides = rides
        self.model = Ridge(alpha=alpha)
        self.scaled = StandardScaler().fit_transform(rides.features)  # culprit

    def part(self, winter):
        chosen = self.rides.winter == winter
        return self.scaled[chosen], self.rides.wear[chosen]

    def run(self):
        self.model.fit(*self.part(1))
        x, y = self.part(2)
        return y, self.model.predict(x)


def main():
    experiment = Experiment(Rides.simulate(120, seed=17))
    wear, predicted = experiment.run()
    print("weights", experiment.model.coef_.round(6))
    print(f"intercept {experiment.model.intercept_:.6f}")
    print(f"error {mean_absolute_error(wear, predicted):.6f} mm, r2 {r2_score(wear, predicted):.6f}")
    print(f"worst ride {np.abs(predicted - wear).max():.6f} mm")


if __name__ == "__main__":
    main()
