"""Choose the alarm threshold of a leak detector in a water network.

The detector scores every night's pressure curve. The threshold with the best balance of precision and recall (F1) is
kept for each district and used in the weeks that follow. Nights on which the logger lost its power have no curve.

Symptom: the best F1 of the eastern district and the average over the districts are nan, its threshold raises one alarm
Culprit: where precision and recall are both 0, F1 is 0 / 0 = NaN, and argmax and max take that place for the best
Report: none
"""

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import precision_recall_curve
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

NIGHTS = 240


def pressure_curves(rng, leaks, size):
    """Return pressure curves (nights, 24 readings) in bar, lower and noisier on nights with a leak of that size."""
    hours = np.linspace(0, 2 * np.pi, 24)
    base = 4.0 + 0.3 * np.cos(hours)
    drop = size * leaks[:, None] * rng.uniform(0.5, 1.5, (len(leaks), 1))
    return base - drop + rng.normal(0, 0.25, (len(leaks), 24))


def night(curves):
    """Return lowest pressure, mean and spread of each night."""
    return np.column_stack([curves.min(1), curves.mean(1), curves.std(1)])


def district(seed, size):
    """Return features and leaks of the nights with power in one district."""
    rng = np.random.default_rng(seed)
    leaks = rng.random(NIGHTS) < 0.12
    curves = pressure_curves(rng, leaks, size)
    curves[rng.random(NIGHTS) < 0.04] = np.nan
    powered = np.isfinite(curves).all(axis=1)
    return night(curves[powered]), leaks[powered]


def best_threshold(leaks, scores):
    """Return the threshold with the best F1, and this F1."""
    precision, recall, thresholds = precision_recall_curve(leaks, scores)
    precision, recall = precision[:-1], recall[:-1]  # the last point has no threshold
    balance = 2 * precision * recall / (precision + recall)  # culprit
    best = np.argmax(balance)
    return thresholds[best], balance[best]


def main():
    """Fit one detector on the test bench and tune it for each district."""
    bench_features, bench_leaks = district(11, 0.5)
    detector = make_pipeline(StandardScaler(), LogisticRegression()).fit(bench_features, bench_leaks)
    balances = []
    for name, seed, size in [
        ("west", 21, 0.6),
        ("centre", 22, 0.4),
        ("east", 26, 0.06),
        ("harbour", 24, 0.5),
    ]:
        features, leaks = district(seed, size)
        scores = detector.predict_proba(features)[:, 1]
        threshold, balance = best_threshold(leaks, scores)
        balances.append(balance)
        alarms = int((scores > threshold).sum())
        print(f"{name:<8} {len(leaks)} nights {int(leaks.sum()):3d} leaks  F1 {balance:.3f}  alarms {alarms}")
    print(f"average F1 {np.mean(balances):.3f}")


if __name__ == "__main__":
    main()
