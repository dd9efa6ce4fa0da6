"""Cross-validates a random forest that predicts lichen cover on mountain plots from
exposure, snow and rock; the field book lists the plots ridge by ridge.
"""

import numpy as np
from sklearn.ensemble import RandomForestRegressor
from sklearn.metrics import mean_absolute_error, r2_score
from sklearn.model_selection import KFold

FEATURES = ["elevation", "snow days", "aspect", "pH"]


def field_book(seed=12):
    rng = np.random.default_rng(seed)
    plots = []
    for ridge in range(8):
        elevation = 1400 + 110 * ridge + rng.normal(0, 40, 20)
        snow = 90 + 0.06 * (elevation - 1400) + rng.normal(0, 8, 20)
        aspect = rng.uniform(0, 360, 20)
        ph = 4.6 + 0.35 * (ridge % 3) + rng.normal(0, 0.2, 20)
        cover = (
            8
            + 0.035 * (elevation - 1400)
            - 0.08 * (snow - 90)
            + 4 * np.cos(np.radians(aspect))
            - 3 * (ph - 5)
            + rng.normal(0, 2, 20)
        )
        plots.append(np.column_stack([elevation, snow, aspect, ph, cover.clip(0)]))
    data = np.vstack(plots)
    return data[:, :4], data[:, 4]


def main():
    X, y = field_book()
    folds = KFold(n_splits=5, shuffle=True, random_state=0)
    predicted = np.empty_like(y)
    for number, (train, test) in enumerate(folds.split(X)):
        forest = RandomForestRegressor(n_estimators=60, min_samples_leaf=2, random_state=0)
        forest.fit(X[train], y[train])
        predicted[test] = forest.predict(X[test])
        print(f"fold {number}: {len(test)} plots, MAE {mean_absolute_error(y[test], predicted[test]):.3f}")
    print(f"overall MAE {mean_absolute_error(y, predicted):.3f} %, R2 {r2_score(y, predicted):.3f}")
    final = RandomForestRegressor(n_estimators=60, min_samples_leaf=2, random_state=0).fit(X, y)
    for name, value in zip(FEATURES, final.feature_importances_):
        print(f"{name:10s} {value:.3f}")


main()
