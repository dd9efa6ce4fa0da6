"""Estimates how much more fuel a delivery van burns for each extra 100 kg it carries.

Symptom: none
Culprit: none
Tempts: `check-up` could accuse what its twin of `faults/` does wrong, and this does right.
Report: none
"""

import numpy as np
import pandas as pd
import statsmodels.api as sm


def load_trips(count, seed):
    """Trips of a van with its load and its consumption."""
    rng = np.random.default_rng(seed)
    load_kg = rng.uniform(200, 1400, count)
    litres = 7.4 + 0.003 * load_kg + rng.normal(0, 0.35, count)
    return pd.DataFrame({"load_kg": load_kg.round(), "litres_per_100km": litres.round(2)})


def fit_consumption(trips):
    """Least-squares line of consumption over load."""
    predictors = sm.add_constant(trips[["load_kg"]])
    return sm.OLS(trips["litres_per_100km"], predictors).fit()


def residual_spread(model):
    return float(np.sqrt(model.scale))


def heavy_trips(trips, limit):
    """Mean consumption of the trips above a load."""
    heavy = trips.loc[trips["load_kg"] > limit, "litres_per_100km"]
    return len(heavy), heavy.mean()


def main():
    trips = load_trips(80, seed=33)
    model = fit_consumption(trips)
    per_kg = model.params["load_kg"]
    low, high = model.conf_int().loc["load_kg"]
    print(f"{len(trips)} trips, mean load {trips['load_kg'].mean():.0f} kg")
    print(f"extra litres per 100 km for 100 kg: {100 * per_kg:.3f} ({100 * low:.3f} to {100 * high:.3f})")
    print(f"spread around the line: {residual_spread(model):.2f} litres")
    count, mean = heavy_trips(trips, 1000)
    print(f"{count} trips above 1000 kg burn {mean:.2f} litres on average")
    yearly = 350 * per_kg * 26000 / 100
    print(f"litres saved in a year by 350 kg less: {yearly:.0f}")


if __name__ == "__main__":
    main()
