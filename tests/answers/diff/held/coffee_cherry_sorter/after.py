"""Trains the ripeness classifier of an optical coffee cherry sorter and tells how many
cherries of each kind would be blown out at the working threshold.
Symptom: none, purity 0.9479 and yield 0.9286 before and after.
Culprit: none: equal
Report: none
"""

from types import SimpleNamespace

import numpy as np
from sklearn.decomposition import PCA
from sklearn.model_selection import train_test_split
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import FunctionTransformer, StandardScaler
from sklearn.svm import SVC

UNRIPE, RIPE = 0, 1
THRESHOLD = 0.15
N_BANDS = 12


def by_brightness(spectra):
    return spectra / spectra.mean(axis=1, keepdims=True)


def sorter():
    return Pipeline(
        [
            ("brightness", FunctionTransformer(by_brightness)),
            ("scale", StandardScaler()),
            ("pca", PCA(n_components=5, svd_solver="full")),
            ("svm", SVC(C=2.0, kernel="rbf", gamma=0.1)),
        ]
    )


def cherries(n=500, seed=88):
    rng = np.random.RandomState(seed)
    ripe = rng.choice([UNRIPE, RIPE], size=n, p=[0.35, 0.65])
    centre = np.where(ripe == RIPE, 7.2, 5.0)
    offset = (np.arange(N_BANDS) - centre[:, np.newaxis]) / 2.0
    clean = 1.0 + 0.8 * np.exp(-(offset**2) / 2)
    brightness = rng.lognormal(0, 0.12, (n, 1))
    return clean * brightness + rng.normal(0, 0.42, clean.shape), ripe


def tally(truth, kept):
    ripe = truth == RIPE
    return SimpleNamespace(
        unripe_kept=np.sum(~ripe & kept),
        unripe_out=np.sum(~ripe & ~kept),
        ripe_kept=np.sum(ripe & kept),
        ripe_out=np.sum(ripe & ~kept),
    )


def main():
    spectra, ripe = cherries()
    parts = train_test_split(spectra, ripe, test_size=0.3, random_state=4, stratify=ripe)
    x_train, x_test, y_train, y_test = parts
    model = sorter().fit(x_train, y_train)
    score = model.decision_function(x_test)
    t = tally(y_test, score > THRESHOLD)

    print(f"explained by 5 components: {model['pca'].explained_variance_ratio_.sum():.4f}")
    print("support vectors:", len(model["svm"].support_))
    print(f"unripe: kept {t.unripe_kept}, blown out {t.unripe_out}")
    print(f"ripe:   kept {t.ripe_kept}, blown out {t.ripe_out}")
    purity = t.ripe_kept / (t.ripe_kept + t.unripe_kept)
    recovered = t.ripe_kept / (t.ripe_kept + t.ripe_out)
    print(f"purity {purity:.4f}, yield {recovered:.4f}")
    print("score quartiles", np.quantile(score, [0.25, 0.5, 0.75]).round(3).tolist())


if __name__ == "__main__":
    main()
