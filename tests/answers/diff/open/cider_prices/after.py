"""Price a cider from its analysis with a linear model trained on last year.

Culprit: feature columns in another order at predict
Report: scikit-learn#7242, lightgbm#4102
"""

import io
from dataclasses import dataclass, field

import numpy as np
import pandas as pd
from sklearn.linear_model import LinearRegression

LAST_YEAR = """acid,sugar,tannin,alcohol,price
5.1,22,1.8,5.2,3.10
6.4,15,2.6,6.1,4.05
4.2,34,0.9,4.4,2.40
5.8,18,2.2,5.9,3.70
7.0,9,3.0,6.8,4.70
4.9,27,1.4,4.9,2.85
6.1,20,2.9,6.0,4.10
5.5,24,1.1,5.0,2.95
"""

THIS_YEAR = """name,alcohol,sugar,acid,tannin
Kingston,6.2,14,6.6,2.5
Dabinett,5.6,19,5.0,2.8
Foxwhelp,6.5,10,7.2,1.9
Browns,4.8,26,5.3,1.0
"""


@dataclass
class Pricer:
    columns: list = field(default_factory=lambda: ["acid", "sugar", "tannin", "alcohol"])
    margin: float = 1.12

    def matrix(self, frame):
        return np.asarray(frame[self.columns], dtype=float)

    def fit(self, frame):
        self.model = LinearRegression().fit(self.matrix(frame), frame["price"])
        return self

    def price(self, frame):
        measured = frame.select_dtypes("number").to_numpy(dtype=float)  # culprit
        return self.model.predict(measured) * self.margin


def load(text):
    return pd.read_csv(io.StringIO(text))


def main():
    pricer = Pricer().fit(load(LAST_YEAR))
    new = load(THIS_YEAR)
    new["price"] = pricer.price(new)
    for name, price in zip(new["name"], new["price"]):
        print(f"{name:10s} {price:.4f}")
    print(f"crate of all {new['price'].sum():.4f}")


if __name__ == "__main__":
    main()
