"""Predict the rent of market halls with trees that take missing values as they are.

Half of the halls have no energy certificate and some no year of building. The gradient-boosted trees send missing
values down a branch of their own; the linear model beside it gets imputed values and a column that says so.

Symptom: none
Culprit: none
Tempts: `nan` could accuse the missing values that go into the trees, which know what to do with them
Report: none
"""

import numpy as np
import pandas as pd
from sklearn.ensemble import HistGradientBoostingRegressor
from sklearn.impute import SimpleImputer
from sklearn.linear_model import RidgeCV
from sklearn.metrics import mean_absolute_error, r2_score
from sklearn.model_selection import train_test_split
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

FEATURES = ["area", "year", "energy", "distance"]


def halls(seed=14, count=400):
    """Return one row a hall with its rent in euros a square metre."""
    rng = np.random.default_rng(seed)
    table = pd.DataFrame(
        {
            "area": rng.lognormal(6.5, 0.5, count).round(),
            "year": rng.integers(1890, 2020, count).astype(float),
            "energy": rng.gamma(9, 15, count).round(),
            "distance": rng.gamma(2, 1.5, count).round(2),
        }
    )
    table["rent"] = (
        14 + 0.03 * (table["year"] - 1950) - 0.9 * table["distance"] - 1.5 * np.log(table["area"] / 600)
    ) + rng.normal(0, 0.8, count)
    modest = table["rent"] < table["rent"].median()
    table.loc[modest & (rng.random(count) < 0.8), "energy"] = np.nan
    table.loc[rng.random(count) < 0.08, "year"] = np.nan
    return table


def models():
    """Return the two models by name."""
    trees = HistGradientBoostingRegressor(max_iter=60, max_leaf_nodes=8, early_stopping=False, random_state=0)
    line = make_pipeline(
        SimpleImputer(strategy="median", add_indicator=True),
        StandardScaler(),
        RidgeCV(alphas=np.logspace(-2, 3, 11)),
    )
    return {"trees": trees, "line": line}


def main():
    """Print errors and what a missing certificate says."""
    table = halls()
    print(table[FEATURES].isna().sum().to_string())
    train, test = train_test_split(table, test_size=0.25, random_state=2)
    predictions = {}
    for name, model in models().items():
        model.fit(train[FEATURES], train["rent"])
        predictions[name] = model.predict(test[FEATURES])
        error = mean_absolute_error(test["rent"], predictions[name])
        print(f"{name}: error {error:.2f}, r2 {r2_score(test['rent'], predictions[name]):.2f}")
    without = test["energy"].isna()
    for name, rent in predictions.items():
        gap = rent[~without.to_numpy()].mean() - rent[without.to_numpy()].mean()
        print(f"{name}: halls with a certificate rent for {gap:.1f} euros more")
    print(f"correlation of both: {np.corrcoef(*predictions.values())[0, 1]:.2f}")


if __name__ == "__main__":
    main()
