"""How well a logistic model ranks telephone customers by their risk to leave.

Symptom: The number is wrong.
Culprit: Roc_auc_score on hard labels of predict instead of probabilities.
Report: DistrictDataLabs/yellowbrick#227
"""

import numpy as np
import pandas as pd
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import train_test_split
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler


def customers(n=3000, seed=9):
    rng = np.random.default_rng(seed)
    frame = pd.DataFrame(
        {
            "months": rng.integers(1, 72, n),
            "calls": rng.poisson(1.3, n),
            "bill": rng.normal(38, 9, n),
            "data_gb": rng.gamma(2, 4, n),
        }
    )
    score = -2.9 - 0.035 * frame["months"] + 0.85 * frame["calls"] + 0.03 * (frame["bill"] - 38)
    frame["left"] = (rng.random(n) < 1 / (1 + np.exp(-score))).astype(int)
    return frame


def split(frame):
    x = frame.drop(columns="left")
    return train_test_split(x, frame["left"], test_size=0.3, random_state=2, stratify=frame["left"])


def build():
    return make_pipeline(StandardScaler(), LogisticRegression(max_iter=500))


def evaluate(model, x, y):
    ranked = model.predict(x)  # culprit
    return roc_auc_score(y, ranked)


def main():
    frame = customers()
    x_train, x_test, y_train, y_test = split(frame)
    model = build().fit(x_train, y_train)
    print(f"customers {len(frame)}, leaving {100 * frame['left'].mean():.1f} %")
    print(f"accuracy: {model.score(x_test, y_test):.3f}")
    print(f"area under the ROC curve: {evaluate(model, x_test, y_test):.3f}")


if __name__ == "__main__":
    main()
