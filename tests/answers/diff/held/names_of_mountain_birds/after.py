"""Tell mountain birds by what walkers noted of them, with features of several kinds.

Symptom: one pipeline fills, scales and encodes now; every figure is the same.
Culprit: none: equal
Report: none
"""

import numpy as np
import pandas as pd
from sklearn.compose import make_column_transformer
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import log_loss
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, OneHotEncoder, StandardScaler

BIRDS = {
    "alpine accentor": (2300, 18.0, "scree"),
    "snow finch": (2500, 17.5, "snow"),
    "wallcreeper": (1900, 16.5, "cliff"),
    "water pipit": (2000, 16.0, "meadow"),
}


def notes(seed=1853, number=320):
    """Return what walkers noted, and which bird it was."""
    rng = np.random.default_rng(seed)
    heights, sizes, grounds = (np.array(column) for column in zip(*BIRDS.values(), strict=True))
    bird = rng.integers(0, len(BIRDS), number)
    height = heights[bird] + rng.normal(0, 250, number)
    size = sizes[bird] + rng.normal(0, 0.8, number)
    usual = rng.random(number) < 0.7
    table = pd.DataFrame(
        {
            "month": rng.integers(3, 11, number),
            "ground": np.where(usual, grounds[bird], "scree"),
            "height": height,
            "size": size,
        }
    )
    table.loc[rng.choice(number, 25, replace=False), "size"] = np.nan
    return table, bird


def of_the_year(month):
    angle = 2 * np.pi * month.to_numpy() / 12
    return np.hstack([np.sin(angle), np.cos(angle)])


def pipeline():
    numbers = make_pipeline(SimpleImputer(strategy="median"), StandardScaler())
    features = make_column_transformer(
        (numbers, ["height", "size"]),
        (OneHotEncoder(sparse_output=False), ["ground"]),
        (FunctionTransformer(of_the_year), ["month"]),
    )
    return make_pipeline(features, LogisticRegression(C=2.0, max_iter=500))


def report(model, table, bird):
    told, chance = model.predict(table), model.predict_proba(table)
    print(f"right: {np.count_nonzero(told == bird)} of {bird.size}")
    for number, name in enumerate(BIRDS):
        seen = bird == number
        right = np.count_nonzero(told[seen] == number)
        print(f"{name}: {right} of {seen.sum()}, chance {chance[seen, number].mean():.6f}")
    print(f"surprise {log_loss(bird, chance):.6f}")


def main():
    table, bird = notes()
    test = np.arange(bird.size) % 4 == 0
    model = pipeline().fit(table[~test], bird[~test])
    report(model, table[test], bird[test])


if __name__ == "__main__":
    main()
