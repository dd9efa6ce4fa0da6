"""Guess how many shirts of a kind come back, from size, colour and price.

Symptom: as a pipeline the error is more than twice as large, and fewer shirts seem to come back the larger they are.
Culprit: the encoder numbers the sizes in the order of the alphabet, L, M, S, XL, XS, not from small to large.
Report: scikit-learn/scikit-learn#14563 (OrdinalEncoder takes the order of the alphabet for strings)
"""

import logging

import numpy as np
import pandas as pd
from sklearn.compose import ColumnTransformer
from sklearn.linear_model import Ridge
from sklearn.metrics import mean_absolute_error, r2_score
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import OneHotEncoder, OrdinalEncoder

log = logging.getLogger("shirts")

SIZES = ["XS", "S", "M", "L", "XL"]
COLOURS = ["black", "blue", "white"]
KNOWN = 220


def sales(number=300, seed=5):
    rng = np.random.default_rng(seed)
    size = rng.choice(SIZES, number)
    colour = rng.choice(COLOURS, number)
    price = rng.gamma(6.0, 5.0, number)
    step = pd.Categorical(size, categories=SIZES, ordered=True).codes
    noise = rng.normal(0, 1.0, number)
    returned = 6 + 1.8 * step + 0.05 * price + 1.0 * (colour == "white") + noise
    return pd.DataFrame({"size": size, "colour": colour, "price": price, "returned": returned})


def features():
    return ColumnTransformer(
        [
            ("size", OrdinalEncoder(), ["size"]),  # culprit
            ("price", "passthrough", ["price"]),
            ("colour", OneHotEncoder(categories=[COLOURS]), ["colour"]),
        ],
        sparse_threshold=0.0,
    )


def pipeline(alpha=1.0):
    return Pipeline([("features", features()), ("model", Ridge(alpha=alpha))])


def report(fitted, table):
    guess = fitted.predict(table)
    truth = table["returned"]
    size, price, black, _, white = fitted[-1].coef_
    print(f"error {mean_absolute_error(truth, guess):.6f}, r2 {r2_score(truth, guess):.6f}")
    print(f"one size more: {size:.6f}, one euro more: {price:.6f}")
    print(f"white against black: {white - black:.6f}")


def main():
    table = sales()
    log.info("%d kinds, of which %d to learn from", len(table), KNOWN)
    known, new = table.iloc[:KNOWN], table.iloc[KNOWN:]
    fitted = pipeline().fit(known, known["returned"])
    report(fitted, new)


if __name__ == "__main__":
    main()
