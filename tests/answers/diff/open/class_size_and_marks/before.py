"""Estimate how the size of a class changes marks, with errors that allow for classes of one school to be alike."""

import numpy as np
import pandas as pd
import statsmodels.formula.api as smf

rng = np.random.default_rng(1999)
schools, classes = 25, 6
school = np.repeat(np.arange(schools), classes)
effect = rng.normal(0, 4, schools)[school]
size = rng.integers(15, 34, schools)[school] + rng.integers(-2, 3, school.size)
income = rng.normal(30, 6, school.size)
mark = 60 - 0.10 * size + 0.4 * income + effect + rng.normal(0, 3, school.size)
data = pd.DataFrame({"school": school, "size": size, "income": income, "mark": mark})

fit = smf.ols("mark ~ size + income", data).fit(cov_type="cluster", cov_kwds={"groups": data["school"]})
for name in ["size", "income"]:
    low, high = fit.conf_int().loc[name]
    print(f"{name:7s} {fit.params[name]:9.5f} +- {fit.bse[name]:.5f}, from {low:.5f} to {high:.5f}")
print(f"p of the size {fit.pvalues['size']:.6f}, r2 {fit.rsquared:.6f}")
print("size matters" if fit.pvalues["size"] < 0.05 else "size does not matter")
