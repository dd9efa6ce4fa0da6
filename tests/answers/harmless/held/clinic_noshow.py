"""Predict missed appointments; several fields are empty for some patients.

Symptom: none
Culprit: none
Tempts: missing fields, imputers and trees that take NaN
Report: own
"""

import io

import numpy as np
import pandas as pd
from sklearn.compose import make_column_transformer
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import StratifiedKFold, cross_val_predict
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler


def visits(n=160, seed=73):
    rng = np.random.default_rng(seed)
    frame = pd.DataFrame(
        {
            "age": rng.integers(18, 90, n).astype(float),
            "wait_days": rng.gamma(2, 7, n).round(),
            "distance": rng.gamma(2, 4, n).round(1),
            "channel": rng.choice(["phone", "web", "desk"], n),
        }
    )
    logit = -1.5 + 0.07 * frame["wait_days"] - 0.02 * (frame["age"] - 50)
    frame["missed"] = (rng.random(n) < 1 / (1 + np.exp(-logit))).astype(int)
    frame.loc[rng.random(n) < 0.15, "distance"] = np.nan
    frame.loc[rng.random(n) < 0.10, "age"] = np.nan
    frame.loc[rng.random(n) < 0.08, "channel"] = None
    text = frame.to_csv(index=False)
    return pd.read_csv(io.StringIO(text))


def linear_model(numeric, category):
    numbers = make_pipeline(SimpleImputer(strategy="median", add_indicator=True), StandardScaler())
    words = make_pipeline(
        SimpleImputer(strategy="constant", fill_value="unknown"),
        OneHotEncoder(handle_unknown="ignore"),
    )
    prepare = make_column_transformer((numbers, numeric), (words, category))
    return make_pipeline(prepare, LogisticRegression(C=0.5, max_iter=500))


class Study:
    numeric = ["age", "wait_days", "distance"]
    category = ["channel"]

    def __init__(self, frame):
        self.frame = frame
        self.cv = StratifiedKFold(4, shuffle=True, random_state=0)

    def auc(self, model, columns):
        x, y = self.frame[columns], self.frame["missed"]
        p = cross_val_predict(model, x, y, cv=self.cv, method="predict_proba")[:, 1]
        return roc_auc_score(y, p)

    def run(self):
        trees = HistGradientBoostingClassifier(max_iter=25, max_depth=2, random_state=0)
        return {
            "logistic": self.auc(linear_model(self.numeric, self.category), self.numeric + self.category),
            "trees": self.auc(trees, self.numeric),
        }


def main():
    frame = visits()
    print("missing", frame.isna().sum().to_dict())
    print("missed", round(frame["missed"].mean(), 3))
    for name, value in Study(frame).run().items():
        print(f"{name:10s} AUC {value:.4f}")


if __name__ == "__main__":
    main()
