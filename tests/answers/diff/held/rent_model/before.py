"""Effect of floor area and distance on flat rents, with a hedonic regression."""

import numpy as np
import pandas as pd
import statsmodels.formula.api as smf


def flats(seed=57, n=260):
    rng = np.random.default_rng(seed)
    area = rng.normal(68, 17, n).clip(25)
    distance = rng.gamma(3, 1.4, n)
    balcony = rng.integers(0, 2, n)
    rent = 310 + 8.2 * area - 21 * distance + 35 * balcony + rng.normal(0, 45, n)
    return pd.DataFrame({"rent": rent, "area": area, "distance": distance, "balcony": balcony})


def fit(df):
    return smf.ols("rent ~ area + distance + balcony", data=df).fit()


def predict(model, area, distance, balcony):
    new = pd.DataFrame({"area": [area], "distance": [distance], "balcony": [balcony]})
    return float(model.predict(new).iloc[0])


df = flats()
model = fit(df)
print(f"flats {len(df)}, mean rent {df['rent'].mean():.1f}")
print(f"per square metre {model.params['area']:.2f}")
print(f"per km {model.params['distance']:.2f}")
print(f"residual spread {np.sqrt(model.scale):.2f}")
print(f"studio 30 m2 at 2 km: {predict(model, 30, 2.0, 0):.1f}")
