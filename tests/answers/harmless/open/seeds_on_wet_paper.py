"""Predicts how many of 100 seeds sprout from lab conditions (moisture, warmth,
age of the lot, salt) with a ridge model; some labs left the salt value out.

Symptom: none
Culprit: none
Tempts: missing values that are filled in, columns of very different scale
"""

import numpy as np
import pandas as pd
from sklearn.linear_model import Ridge
from sklearn.metrics import mean_absolute_error, r2_score
from sklearn.model_selection import train_test_split
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

FEATURES = ["moisture", "warmth", "lot_age", "salt"]


def trial(rng, n=900):
    df = pd.DataFrame(
        {
            "moisture": rng.uniform(20, 70, n),
            "warmth": rng.normal(19, 3, n),
            "lot_age": rng.gamma(2.0, 8.0, n),
            "salt": rng.gamma(4.0, 1.6, n),
        }
    )
    score = 0.03 * (df["moisture"] - 45) + 0.12 * (df["warmth"] - 19)
    score += -0.025 * (df["lot_age"] - 16) - 0.28 * (df["salt"] - 6)
    df["sprouted"] = rng.binomial(100, 1 / (1 + np.exp(-score - 0.6)))
    df.loc[rng.random(n) < 0.04, "salt"] = np.nan
    return df


def prepare(train, test):
    fill = {"salt": train["salt"].median()}
    return train.fillna(fill), test.fillna(fill)


def fit(train):
    model = make_pipeline(StandardScaler(), Ridge(alpha=1.0))
    return model.fit(train[FEATURES], train["sprouted"])


def main():
    rng = np.random.default_rng(88)
    df = trial(rng)
    train, test = train_test_split(df, test_size=0.3, random_state=5)
    train, test = prepare(train, test)
    model = fit(train)
    guess = model.predict(test[FEATURES])
    print(f"lots for fitting {len(train)}, held out {len(test)}")
    print(f"r2 {r2_score(test['sprouted'], guess):.3f}")
    print(f"mean error {mean_absolute_error(test['sprouted'], guess):.2f} seeds of 100")
    for name, effect in zip(FEATURES, model.named_steps["ridge"].coef_):
        print(f"  one spread of {name:9s} changes sprouting by {effect:+.2f}")


if __name__ == "__main__":
    main()
