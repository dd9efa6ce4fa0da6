"""Judge a model that foretells the thickness of bark on old oaks, forester by forester.

Symptom: The score of two foresters and the mean score are nan, so no forester is ranked first.
Culprit: R squared is computed per forester, and for a forester who measured a single tree it is undefined.
Report: scikit-learn/scikit-learn#11435 (metrics such as r2_score are undefined for a single sample)
"""

import warnings

import numpy as np
from sklearn.ensemble import GradientBoostingRegressor
from sklearn.exceptions import UndefinedMetricWarning
from sklearn.metrics import mean_absolute_error, r2_score
from sklearn.model_selection import train_test_split

FORESTERS = np.array(["Abel", "Birk", "Cora", "Dora", "Egon", "Fips"])
TREES = [40, 34, 1, 52, 28, 1]


def oaks(seed=600):
    """Age, girth, side of the sun and thickness in centimetres; a rotten side has no thickness."""
    rng = np.random.default_rng(seed)
    count = 900
    age = rng.uniform(60, 420, count)
    girth = 0.9 * age + rng.normal(0, 40, count)
    sunny = rng.integers(0, 2, count)
    bark = 0.6 + 0.009 * age + 0.002 * girth + 0.3 * sunny + rng.normal(0, 0.35, count)
    bark[rng.random(count) < 0.05] = np.nan
    return np.column_stack([age, girth, sunny]), bark


def sound(rows, bark):
    keep = ~np.isnan(bark)
    return rows[keep], bark[keep]


def shared(rows, bark):
    """Hand the trees out to the foresters, in order."""
    ends = np.cumsum(TREES)
    for name, begin, end in zip(FORESTERS, ends - TREES, ends, strict=True):
        yield name, rows[begin:end], bark[begin:end]


def scores(model, rows, bark):
    """Score and mean error of each forester's trees."""
    result = {}
    for name, part, truth in shared(rows, bark):
        foretold = model.predict(part)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UndefinedMetricWarning)
            value = r2_score(truth, foretold)  # culprit
        result[name] = (value, mean_absolute_error(truth, foretold), len(truth))
    return result


def main():
    rows, bark = oaks()
    print(f"{np.isnan(bark).sum()} rotten sides of {bark.size}, mean bark {np.nanmean(bark):.4f} cm")
    rows, bark = sound(rows, bark)
    train_rows, test_rows, train_bark, test_bark = train_test_split(rows, bark, test_size=160, random_state=6)
    model = GradientBoostingRegressor(n_estimators=60, max_depth=3, random_state=0)
    model.fit(train_rows, train_bark)
    print(f"all trees: {r2_score(test_bark, model.predict(test_rows)):.4f}")

    table = scores(model, test_rows, test_bark)
    for name, (value, error, trees) in table.items():
        print(f"{name}: {trees:3d} trees, score {value:7.4f}, mean error {error:.4f} cm")
    values = np.array([value for value, _, _ in table.values()])
    print(f"mean score {values.mean():.4f}")
    leaders = [name for name, (value, _, _) in table.items() if value == values.max()]
    print("first:", leaders or "nobody")


if __name__ == "__main__":
    main()
