"""Predict the score of tasters from an analysis of olive oil.

Symptom: the error on the test is not the one of last week
Culprit: the polynomial features were made without interaction_only=True when the pipeline got names
Report: none
"""

import numpy as np
from sklearn.linear_model import Ridge
from sklearn.metrics import mean_absolute_error
from sklearn.model_selection import train_test_split
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import PolynomialFeatures, StandardScaler

NAMES = ["acidity", "peroxide", "k232", "k270", "phenols", "oleic"]


def oils(count, seed):
    rng = np.random.default_rng(seed)
    acidity = rng.gamma(2.0, 0.2, count)
    peroxide = rng.normal(9, 2, count)
    k232 = 1.2 + 0.08 * peroxide + rng.normal(0, 0.1, count)
    k270 = rng.normal(0.14, 0.03, count)
    phenols = rng.normal(300, 80, count)
    oleic = rng.normal(72, 3, count)
    score = 7 - 2 * acidity - 0.1 * peroxide + 0.004 * phenols - 0.002 * acidity * phenols
    return np.column_stack([acidity, peroxide, k232, k270, phenols, oleic]), score + rng.normal(0, 0.2, count)


def build(alpha):
    return Pipeline(
        [
            ("scale", StandardScaler()),
            ("terms", PolynomialFeatures(degree=2, include_bias=False)),  # culprit
            ("rescale", StandardScaler()),
            ("ridge", Ridge(alpha=alpha)),
        ]
    )


def main():
    x, y = oils(180, seed=8)
    x_train, x_test, y_train, y_test = train_test_split(x, y, test_size=0.3, random_state=1)
    model = build(alpha=3.0).fit(x_train, y_train)
    predicted = model.predict(x_test)
    print(f"error {mean_absolute_error(y_test, predicted):.4f}")
    print(f"best oil {predicted.max():.4f}, worst {predicted.min():.4f}")
    print(f"r2 in training {model.score(x_train, y_train):.4f}")
    print("phenols on average", round(float(x_train[:, NAMES.index("phenols")].mean()), 2))


main()
