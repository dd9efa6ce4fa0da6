"""Predict the quality of wines of a new vintage with scaled features.

Symptom: After the repeated lines became a function, the predictions of the new vintage are 0.8 too low on average.
Culprit: `standardise` fits a new scaler to the warmer vintage, so its own mean is subtracted, not the training data's.
Report: khuyentran1401/production-ready-data-science-code#5
"""

import numpy as np
from sklearn.linear_model import Ridge
from sklearn.metrics import mean_absolute_error
from sklearn.preprocessing import StandardScaler


def make_vintage(rng, count, warmth=0.0):
    alcohol = rng.normal(11.0 + warmth, 0.9, count)
    acid = rng.normal(6.2 - 0.5 * warmth, 0.8, count)
    sugar = rng.gamma(2.0, 1.5, count)
    quality = 5.5 + 0.7 * (alcohol - 11) - 0.3 * (acid - 6.2) + rng.normal(0, 0.2, count)
    return np.column_stack([alcohol, acid, sugar]), quality


def standardise(features):
    return StandardScaler().fit_transform(features)  # culprit


def train(features, quality):
    return Ridge(alpha=1.0).fit(standardise(features), quality)


def report(quality, predicted):
    print(f"mean quality {quality.mean():.4f}, predicted {predicted.mean():.4f}")
    print(f"mean absolute error {mean_absolute_error(quality, predicted):.4f}")


def main():
    rng = np.random.default_rng(70)
    old_wines, old_quality = make_vintage(rng, 200)
    new_wines, new_quality = make_vintage(rng, 60, warmth=1.1)
    model = train(old_wines, old_quality)
    print("coefficients:", np.round(model.coef_, 4))
    report(new_quality, model.predict(standardise(new_wines)))  # culprit, too


main()
