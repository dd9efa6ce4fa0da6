"""How far off is a price model for second-hand sailing boats?

Symptom: The number is wrong.
Culprit: A Series with a new index minus a shuffled one: aligned, NaN skipped.
Report: alanarazi7/TabSTAR#25
"""

import numpy as np
import pandas as pd
from sklearn.linear_model import LinearRegression
from sklearn.model_selection import train_test_split


def adverts(rng, n=400):
    length = rng.uniform(5.5, 14.0, size=n)
    age = rng.integers(1, 40, size=n)
    engine = rng.integers(0, 2, size=n)
    price = 4.2 * length - 0.55 * age + 6.0 * engine + rng.normal(0, 3.0, size=n)
    return pd.DataFrame({"length": length, "age": age, "engine": engine, "price": price})


def main():
    boats = adverts(np.random.default_rng(30))
    columns = ["length", "age", "engine"]
    train, test = train_test_split(boats, test_size=0.5, random_state=4)

    model = LinearRegression()
    model.fit(train[columns], train["price"])
    print("coefficients:", dict(zip(columns, model.coef_.round(2))))

    error = pd.Series(model.predict(test[columns])) - test["price"]  # culprit
    print(f"mean error: {error.mean():.2f} thousand")
    print(f"mean absolute error: {error.abs().mean():.3f} thousand")


if __name__ == "__main__":
    main()
