"""Compare two models of what a night in a mountain hut costs.

The table has the hut's altitude, the hours of ascent (sometimes unknown), its owner and the kind of bed. Numbers are
imputed and scaled, categories become columns. Five-fold cross-validation gives each model's error.

Symptom: the mean error of both models is nan, and the choice between them is arbitrary
Culprit: a single hut belongs to a foundation; in its fold the encoder meets an unknown owner, fails and scores NaN
Report: scikit-learn/scikit-learn#20660 (cross_val_score returned all NaN)
"""

import warnings

import numpy as np
import pandas as pd
from sklearn.compose import ColumnTransformer
from sklearn.ensemble import RandomForestRegressor
from sklearn.impute import SimpleImputer
from sklearn.linear_model import Ridge
from sklearn.model_selection import KFold, cross_val_score
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler

NUMBERS = ["altitude", "ascent"]
CATEGORIES = ["owner", "bed"]


def huts(seed=10, count=140):
    """Return one row a hut and kind of bed."""
    rng = np.random.default_rng(seed)
    owner = rng.choice(["club", "private", "state"], count, p=[0.6, 0.3, 0.1]).astype(object)
    owner[37] = "foundation"
    frame = pd.DataFrame(
        {
            "altitude": rng.normal(2100, 400, count).round(),
            "ascent": rng.gamma(6, 0.5, count).round(1),
            "owner": owner,
            "bed": rng.choice(["dormitory", "room", "winter room"], count, p=[0.6, 0.3, 0.1]),
        }
    )
    surcharge = frame["bed"].map({"dormitory": 0.0, "room": 24.0, "winter room": -9.0})
    base = frame["owner"].map({"club": 28.0, "private": 39.0, "state": 22.0, "foundation": 25.0})
    frame["price"] = base + surcharge + 0.006 * (frame["altitude"] - 2000) + 1.5 * frame["ascent"]
    frame["price"] += rng.normal(0, 3, count)
    frame.loc[rng.random(count) < 0.1, "ascent"] = np.nan
    return frame


def columns():
    """Return the step that turns a table into numbers."""
    numbers = make_pipeline(SimpleImputer(strategy="median"), StandardScaler())
    categories = OneHotEncoder()  # culprit
    return ColumnTransformer([("numbers", numbers, NUMBERS), ("categories", categories, CATEGORIES)])


def error(model, frame):
    """Return the mean absolute error in cross-validation, in euros."""
    folds = KFold(5, shuffle=True, random_state=1)
    pipeline = Pipeline([("columns", columns()), ("model", model)])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        scores = cross_val_score(
            pipeline, frame[NUMBERS + CATEGORIES], frame["price"], cv=folds, scoring="neg_mean_absolute_error"
        )
    return -scores.mean()


def main():
    """Print the errors and the chosen model."""
    frame = huts()
    print(f"{len(frame)} rows, {int(frame['ascent'].isna().sum())} without hours of ascent")
    models = {"ridge": Ridge(alpha=1.0), "forest": RandomForestRegressor(n_estimators=40, random_state=0)}
    errors = {name: error(model, frame) for name, model in models.items()}
    for name, value in errors.items():
        print(f"{name:<7} error {value:.2f} euros")
    print("chosen:", min(errors, key=errors.get))


if __name__ == "__main__":
    main()
