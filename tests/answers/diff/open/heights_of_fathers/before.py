"""Relate the heights of sons to those of their fathers and mothers."""

import numpy as np
import pandas as pd
import statsmodels.formula.api as smf


def families(number, seed):
    rng = np.random.default_rng(seed)
    father = rng.normal(176, 6.5, number)
    mother = rng.normal(164, 6.0, number)
    son = 60 + 0.4 * father + 0.3 * mother + rng.normal(0, 5, number)
    return pd.DataFrame({"father": father, "mother": mother, "son": son})


table = families(200, seed=15)
fit = smf.ols("son ~ father + mother", data=table).fit()
for name in ("father", "mother"):
    print(f"{name:<8}{fit.params[name]:.4f} +- {fit.bse[name]:.4f}")
print(f"R2 {fit.rsquared:.4f}, scale {fit.scale:.3f}")
new = pd.DataFrame({"father": [165.0, 190.0], "mother": [158.0, 175.0]})
print("predicted:", np.round(fit.predict(new).to_numpy(), 2))
