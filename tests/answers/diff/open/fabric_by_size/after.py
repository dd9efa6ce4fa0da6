"""How much fabric does a dress need? A linear model over size, length and width of the roll.

Symptom: the weight of the size and the error differ.
Culprit: OrdinalEncoder numbers the sizes in the order of the alphabet: L, M, S, XL.
Report: scikit-learn/scikit-learn#14954
"""

import numpy as np
import pandas as pd
from sklearn.compose import make_column_transformer
from sklearn.linear_model import Ridge
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OrdinalEncoder

SIZES = {"S": 0, "M": 1, "L": 2, "XL": 3}


def dresses(count, seed):
    rng = np.random.default_rng(seed)
    orders = pd.DataFrame(
        {
            "size": rng.choice(list(SIZES), count),
            "length": rng.normal(95.0, 12.0, count),
            "roll": rng.choice([110.0, 140.0, 150.0], count),
        }
    )
    metres = 1.1 + 0.25 * orders["size"].map(SIZES) + 0.012 * orders["length"] - 0.004 * orders["roll"]
    return orders, metres + rng.normal(0.0, 0.05, count)


def pipeline():
    sizes = make_column_transformer((OrdinalEncoder(), ["size"]), remainder="passthrough")  # culprit
    return make_pipeline(sizes, Ridge(alpha=1.0))


def main():
    orders, metres = dresses(120, seed=29)
    model = pipeline().fit(orders[:90], metres[:90])  # culprit, too
    off = model.predict(orders[90:]) - metres[90:].to_numpy()
    print("weights", model[-1].coef_.round(4))
    print(f"mean error {np.abs(off).mean():.4f} m")


main()
