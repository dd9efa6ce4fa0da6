"""Screen customs declarations for smuggled timber and report the cross-validated ROC AUC.

The archive is sorted: cleared declarations come first, seizures last.
Symptom: the AUC of four of the five folds is nan and the mean AUC is nan.
Culprit: KFold(5) neither shuffles nor stratifies, so with the archive sorted by outcome most test folds contain a
single class.
Report: none
"""

import warnings

import numpy as np
import pandas as pd
from sklearn.compose import make_column_transformer
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import KFold
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler

warnings.filterwarnings("ignore")


def archive(seed=60):
    rng = np.random.default_rng(seed)
    n_clear, n_seized = 280, 120
    seized = np.r_[np.zeros(n_clear, int), np.ones(n_seized, int)]
    frame = pd.DataFrame(
        {
            "weight_ratio": rng.normal(1.0, 0.08, seized.size) + 0.10 * seized,
            "detour_km": rng.gamma(2.0, 40.0, seized.size) + 60 * seized,
            "port": rng.choice(["A", "B", "C", "D"], seized.size),
            "moisture": rng.normal(14, 3, seized.size),
        }
    )
    # the moisture probe fails now and then
    frame.loc[rng.random(len(frame)) < 0.05, "moisture"] = np.nan
    frame["moisture"] = frame["moisture"].fillna(frame["moisture"].median())
    frame["seized"] = seized
    return frame


def build_model():
    numeric = ["weight_ratio", "detour_km", "moisture"]
    encode = make_column_transformer(
        (StandardScaler(), numeric), (OneHotEncoder(handle_unknown="ignore"), ["port"])
    )
    return make_pipeline(encode, LogisticRegression(max_iter=500))


def cross_validate_auc(frame):
    X, y = frame.drop(columns="seized"), frame["seized"].to_numpy()
    folds = KFold(n_splits=5)  # culprit
    scores = []
    for train, test in folds.split(X):
        model = build_model().fit(X.iloc[train], y[train])
        risk = model.predict_proba(X.iloc[test])[:, 1]
        scores.append(roc_auc_score(y[test], risk))
    return np.array(scores)


def main():
    frame = archive()
    print("declarations:", len(frame), " seized:", int(frame["seized"].sum()))
    scores = cross_validate_auc(frame)
    print("AUC per fold:", np.round(scores, 3))
    print("mean AUC:", scores.mean())


if __name__ == "__main__":
    main()
