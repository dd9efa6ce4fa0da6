"""Blight alerts from field weather: scores of a boosted classifier on a later season.

Symptom: none
Culprit: none
Tempts: a question could accuse this: AUC from probabilities, scaler fitted on the old season only, new values outside
  0..1 (twin of genre_tagger and district_prices).
Report: none
"""

import numpy as np
from sklearn.ensemble import GradientBoostingClassifier
from sklearn.metrics import balanced_accuracy_score, roc_auc_score
from sklearn.preprocessing import MinMaxScaler


def season(n, seed, wet):
    rng = np.random.default_rng(seed)
    humid = rng.normal(68 + 6 * wet, 11, n).clip(20, 100)
    temp = rng.normal(17, 4, n)
    rain = rng.gamma(0.6, 5 + 2 * wet, n)
    logit = 0.16 * (humid - 84) - 0.09 * np.abs(temp - 18) + 0.05 * rain - 0.6
    return np.column_stack([humid, temp, rain]), (rng.random(n) < 1 / (1 + np.exp(-logit))).astype(int)


def main():
    X_old, y_old = season(900, 1, wet=0)
    X_new, y_new = season(500, 2, wet=1)
    scaler = MinMaxScaler().fit(X_old)
    model = GradientBoostingClassifier(n_estimators=60, max_depth=2, random_state=0)
    model.fit(scaler.transform(X_old), y_old)
    Z = scaler.transform(X_new)
    outside = ((Z < 0) | (Z > 1)).any(axis=1).mean()
    risk = model.predict_proba(Z)[:, 1]
    alert = risk >= np.quantile(risk, 1 - y_old.mean())
    print(f"blight days: old {y_old.mean():.3f}, new {y_new.mean():.3f}")
    print(f"new days outside the old range: {outside:.3f}")
    print(f"balanced accuracy of alerts {balanced_accuracy_score(y_new, alert):.3f}")
    print(f"AUC {roc_auc_score(y_new, risk):.3f}")


main()
