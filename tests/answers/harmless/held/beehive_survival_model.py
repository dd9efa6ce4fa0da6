"""Which bee colonies survive the winter? Classifiers on a hive table with missing readings.

Compares an imputing pipeline with gradient boosting that takes NaN as it is (scikit-learn).
Symptom: none
Culprit: none
Tempts: a fifth of the inputs is NaN and hives without outcome have NaN rows; the imputer or the tree model handles the former, the latter are never used.
Report: none
"""

import numpy as np
import pandas as pd
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

FEATURES = ["mites_per_100", "stores_kg", "queen_age", "brood_temp"]


def hives(n=260, seed=71):
    rng = np.random.default_rng(seed)
    frame = pd.DataFrame(
        {
            "mites_per_100": rng.gamma(2.0, 1.5, n),
            "stores_kg": rng.normal(15, 4, n),
            "queen_age": rng.integers(0, 4, n).astype(float),
            "brood_temp": rng.normal(34.5, 0.6, n),
        }
    )
    logit = 0.8 - 0.6 * frame["mites_per_100"] + 0.25 * (frame["stores_kg"] - 13)
    frame["survived"] = (rng.random(n) < 1 / (1 + np.exp(-logit))).astype(float)
    for column in ("mites_per_100", "brood_temp"):
        frame.loc[rng.random(n) < 0.2, column] = np.nan
    frame.loc[n - 12 :, :] = np.nan  # hives that were sold before winter
    return frame


def known(frame):
    rows = frame[frame["survived"].notna()]
    return rows[FEATURES], rows["survived"].astype(int)


def models():
    linear = make_pipeline(
        SimpleImputer(strategy="median", add_indicator=True), StandardScaler(), LogisticRegression()
    )
    boosted = HistGradientBoostingClassifier(max_iter=30, max_depth=3, early_stopping=False, random_state=0)
    return {"logistic": linear, "boosting": boosted}


def main():
    frame = hives()
    X, y = known(frame)
    print("hives:", len(frame), " with outcome:", len(y), " survived:", int(y.sum()))
    print("missing:", X.isna().sum().to_dict())
    folds = StratifiedKFold(4, shuffle=True, random_state=5)
    for name, model in models().items():
        auc = cross_val_score(model, X, y, cv=folds, scoring="roc_auc")
        print(f"{name:<9} AUC {auc.mean():.3f} (min {auc.min():.3f})")
    final = models()["logistic"].fit(X, y)
    hive = pd.DataFrame([[2.5, 14.0, 1.0, np.nan]], columns=FEATURES)
    print("survival chance of a hive without thermometer:", round(float(final.predict_proba(hive)[0, 1]), 3))


if __name__ == "__main__":
    main()
