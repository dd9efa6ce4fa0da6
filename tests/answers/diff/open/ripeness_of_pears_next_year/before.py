"""Learn the firmness of pears from spectra of one year and tell the firmness of the next year's pears."""

import numpy as np
from sklearn.linear_model import Ridge
from sklearn.metrics import mean_absolute_error
from sklearn.preprocessing import StandardScaler

CHANNELS = 20


def harvest(rng, number, water):
    """Return spectra and firmness of a year; in a wet year all pears are softer."""
    firmness = rng.normal(62.0 - 14.0 * water, 6.0, number)
    slope = np.linspace(-0.02, 0.03, CHANNELS)
    spectrum = 1.2 + slope * firmness[:, None] + 0.1 * water
    return spectrum + rng.normal(0.0, 0.12, (number, CHANNELS)), firmness


class Tester:
    def __init__(self, strength):
        self.scaler = StandardScaler()
        self.model = Ridge(alpha=strength)

    def learn(self, spectra, firmness):
        self.model.fit(self.scaler.fit_transform(spectra), firmness)
        return self

    def tell(self, spectra):
        return self.model.predict(self.scaler.transform(spectra))


def grade(firmness):
    """Return 0 for the pears to sell now, 1 for those to keep and 2 for those to leave on the tree."""
    return np.digitize(firmness, [48.0, 60.0])


def report(name, told, firmness):
    error = mean_absolute_error(firmness, told)
    print(
        f"{name}: mean {told.mean():.3f}, error {error:.3f}, grades {np.bincount(grade(told), minlength=3)}"
    )


def main():
    rng = np.random.default_rng(7)
    spectra, firmness = harvest(rng, 160, water=0.2)
    tester = Tester(strength=4.0).learn(spectra, firmness)
    for year, water in [(2023, 0.3), (2024, 0.9)]:
        spectra, firmness = harvest(rng, 60, water)
        report(str(year), tester.tell(spectra), firmness)


if __name__ == "__main__":
    main()
