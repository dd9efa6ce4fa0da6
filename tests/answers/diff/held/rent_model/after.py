"""Effect of floor area and distance on flat rents, with a hedonic regression.

Symptom: The last number is another one.
Culprit: Formula API to arrays without add_constant (515.4 -> 334.8).
Report: statsmodels/statsmodels#4946
"""

import numpy as np
import pandas as pd
import statsmodels.api as sm


class RentModel:
    columns = ["area", "distance", "balcony"]

    def __init__(self, df):
        self.n = len(df)
        self.result = sm.OLS(df["rent"], self.design(df)).fit()

    def design(self, df):
        return df[self.columns].astype(float)  # culprit

    @property
    def params(self):
        return self.result.params

    def predict(self, **flat):
        return float(self.result.predict(self.design(pd.DataFrame([flat] * 2))).iloc[0])

    def report(self):
        print(f"per square metre {self.params['area']:.2f}")
        print(f"per km {self.params['distance']:.2f}")
        print(f"residual spread {np.sqrt(self.result.scale):.2f}")


def flats(seed=57, n=260):
    rng = np.random.default_rng(seed)
    df = pd.DataFrame({"area": rng.normal(68, 17, n).clip(25), "distance": rng.gamma(3, 1.4, n)})
    df["balcony"] = rng.integers(0, 2, n)
    noise = rng.normal(0, 45, n)
    df["rent"] = 310 + 8.2 * df["area"] - 21 * df["distance"] + 35 * df["balcony"] + noise
    return df


def main():
    df = flats()
    model = RentModel(df)
    print(f"flats {model.n}, mean rent {df['rent'].mean():.1f}")
    model.report()
    print(f"studio 30 m2 at 2 km: {model.predict(area=30, distance=2.0, balcony=0):.1f}")


if __name__ == "__main__":
    main()
