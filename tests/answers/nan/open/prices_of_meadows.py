"""Estimate what meadows cost, with a linear model of the logarithm of the price.

Adverts give the area in square metres, ares or hectares. Slopes are often missing and are imputed. The estimates for a
municipality that wants to buy land are transformed back and summed.

Symptom: the estimates of two meadows and the sum print inf, and the share of the dearest one nan
Culprit: ares are converted with the factor of hectares, so a meadow of 18 ares counts as 180000 square metres
Report: none
"""

import numpy as np
import pandas as pd
from sklearn.compose import TransformedTargetRegressor
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LinearRegression
from sklearn.pipeline import make_pipeline

FEATURES = ["area", "slope", "road"]


class Adverts:
    """Adverts as they are printed, and the same with areas in square metres."""

    def __init__(self, table):
        self.table = table

    def with_areas(self):
        """Return the adverts with a column of areas in square metres."""
        table = self.table.copy()
        unit = table["unit"]
        area = table["size"].astype(float)
        area = area.where(unit != "ha", area * 10_000)
        area = area.where(unit != "a", area * 10_000)  # culprit
        return table.assign(area=area)


def sold(seed, count):
    """Return meadows that were sold, all of them small ones given in square metres."""
    rng = np.random.default_rng(seed)
    table = pd.DataFrame(
        {
            "size": rng.uniform(300, 1500, count).round(),
            "unit": "m2",
            "slope": rng.gamma(2, 5, count).round(1),
            "road": rng.integers(0, 2, count),
        }
    )
    logs = (
        5.2
        + 0.0042 * table["size"]
        - 0.01 * table["slope"]
        + 0.3 * table["road"]
        + rng.normal(0, 0.15, count)
    )
    table["price"] = np.exp(logs).round(-1)
    table.loc[rng.random(count) < 0.3, "slope"] = np.nan
    return table


def wanted():
    """Return the meadows that the municipality wants to buy."""
    return pd.DataFrame(
        {
            "name": ["Auwiese", "Steinacker", "Hinterried", "Bergmatt", "Schlatt"],
            "size": [850, 0.12, 18, 1400, 17.5],
            "unit": ["m2", "ha", "a", "m2", "a"],
            "slope": [2.0, np.nan, 5.5, 24.0, np.nan],
            "road": [1, 0, 1, 0, 1],
        }
    )


def model():
    """Return a model of the logarithm of the price that answers with a price."""
    line = make_pipeline(SimpleImputer(strategy="median"), LinearRegression())
    return TransformedTargetRegressor(line, func=np.log, inverse_func=np.exp, check_inverse=False)


def main():
    """Fit and print the estimates."""
    known = Adverts(sold(6, 150)).with_areas()
    offers = Adverts(wanted()).with_areas()
    print(f"{len(known)} sold, {int(known['slope'].isna().sum())} without a slope")
    fitted = model().fit(known[FEATURES], known["price"])
    with np.errstate(over="ignore"):
        estimates = fitted.predict(offers[FEATURES])
    inside = np.exp(np.abs(np.log(fitted.predict(known[FEATURES])) - np.log(known["price"])).mean())
    print(f"typical factor of error {inside:.3f}")
    for name, size, unit, estimate in zip(
        offers["name"], offers["size"], offers["unit"], estimates, strict=True
    ):
        print(f"  {name:<11} {size:7.2f} {unit:<2} {estimate:12.0f}")
    print(f"sum {estimates.sum():.0f}, share of the dearest {estimates.max() / estimates.sum():.2f}")


if __name__ == "__main__":
    main()
