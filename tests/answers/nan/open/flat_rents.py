"""How well does a forest predict the rents of flats?

Trains on two years of offers and prints the error on the logarithmic scale, which
weighs cheap and dear flats alike, and the factor by which a forecast is off.

Culprit: the forest learns the standardised rent and its prediction is handed on as
it is, without the scaler's inverse; about half the predictions lie below 0, their
logarithm is NaN and with it the logarithmic error.
"""

import numpy as np
from sklearn.ensemble import RandomForestRegressor
from sklearn.preprocessing import StandardScaler


def offers(n=300, seed=31):
    rng = np.random.default_rng(seed)
    area = rng.uniform(25, 130, n)
    metro = rng.exponential(900, n)
    floor = rng.integers(0, 7, n)
    rent = 220 + 11.5 * area - 0.06 * metro + 15 * floor
    return np.column_stack([area, metro, floor]), rent * rng.lognormal(0, 0.12, n)


class RentModel:
    def __init__(self):
        self.scaler = StandardScaler()
        self.forest = RandomForestRegressor(n_estimators=30, min_samples_leaf=3, random_state=0)

    def fit(self, flats, rent):
        scaled = self.scaler.fit_transform(rent[:, None]).ravel()
        self.forest.fit(flats, scaled)
        return self

    def predict(self, flats):
        return self.forest.predict(flats)  # culprit


def log_error(rent, forecast):
    gap = np.log(forecast) - np.log(rent)
    return np.sqrt(np.mean(gap**2))


def main():
    flats, rent = offers()
    model = RentModel().fit(flats[:220], rent[:220])
    forecast = model.predict(flats[220:])
    print(f"flats tested {forecast.size}, mean rent {rent[220:].mean():.2f}")
    print(f"log error {log_error(rent[220:], forecast):.4f}")
    print(f"typical factor {np.exp(log_error(rent[220:], forecast)):.3f}")


main()
