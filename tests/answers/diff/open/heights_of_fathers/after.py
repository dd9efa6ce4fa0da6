"""Relate the heights of sons to those of their fathers and mothers.

Symptom: both slopes are larger and R2 is 0.999 on the same families.
Culprit: a formula adds a constant by itself, `sm.OLS` does not: the fit goes through 0.
Report: statsmodels/statsmodels#6594 (no intercept by default)
"""

import numpy as np
import pandas as pd
import statsmodels.api as sm

PARENTS = ["father", "mother"]


def families(number, seed):
    rng = np.random.default_rng(seed)
    father = rng.normal(176, 6.5, number)
    mother = rng.normal(164, 6.0, number)
    son = 60 + 0.4 * father + 0.3 * mother + rng.normal(0, 5, number)
    return pd.DataFrame({"father": father, "mother": mother, "son": son})


class Heredity:
    """Heights of sons from those of their parents."""

    def __init__(self, table):
        self.model = sm.OLS(table["son"], table[PARENTS])  # culprit
        self.fit = self.model.fit()

    def report(self):
        for name in PARENTS:
            print(f"{name:<8}{self.fit.params[name]:.4f} +- {self.fit.bse[name]:.4f}")
        print(f"R2 {self.fit.rsquared:.4f}, scale {self.fit.scale:.3f}")

    def predict(self, parents):
        return self.fit.predict(parents[PARENTS]).to_numpy()


heredity = Heredity(families(200, seed=15))
heredity.report()
new = pd.DataFrame({"father": [165.0, 190.0], "mother": [158.0, 175.0]})
print("predicted:", np.round(heredity.predict(new), 2))
