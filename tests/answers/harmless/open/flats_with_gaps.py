"""Predict rents of flats of which some have no year of building.

Symptom: none
Culprit: none
Tempts: `nan`: one in six years is NaN, which this estimator takes. `check-determinism`: the threads of the trees.
Report: none
"""

import numpy as np
from sklearn.ensemble import HistGradientBoostingRegressor
from sklearn.impute import SimpleImputer
from sklearn.linear_model import Ridge
from sklearn.pipeline import make_pipeline

rng = np.random.default_rng(25)
area = rng.uniform(30, 120, 240)
year = rng.integers(1900, 2020, 240).astype(float)
rent = 9 * area + 1.5 * (year - 1900) + rng.normal(0, 40, 240)
year[rng.random(240) < 1 / 6] = np.nan
flats = np.column_stack([area, year])
trees = HistGradientBoostingRegressor(max_iter=15, random_state=0).fit(flats[:180], rent[:180])
line = make_pipeline(SimpleImputer(strategy="median"), Ridge()).fit(flats[:180], rent[:180])
for name, model in (("trees", trees), ("line", line)):
    error = np.abs(model.predict(flats[180:]) - rent[180:]).mean()
    print(f"{name}: mean error {error:.2f}")
