"""Estimate how fertiliser, water and age change the yield of orchards.

Symptom: the standard errors of all effects are inf, the p-values nan.
Culprit: four orchards and four coefficients leave 0 degrees of freedom for the residuals.
Report: statsmodels/statsmodels#868
"""

import numpy as np
import statsmodels.api as sm

fertiliser = np.array([1.0, 2.0, 2.5, 4.0])
water = np.array([10.0, 14.0, 9.0, 12.0])
age = np.array([3.0, 8.0, 5.0, 4.0])
harvest = np.array([21.0, 30.5, 27.0, 33.0])

design = sm.add_constant(np.column_stack([fertiliser, water, age]))
fit = sm.OLS(harvest, design).fit()  # culprit
print("effects:", fit.params.round(3))
names = ["base", "fertiliser", "water", "age"]
errors, chances = fit.bse, fit.pvalues  # culprit, too
for name, effect, error, chance in zip(names, fit.params, errors, chances, strict=True):
    print(f"{name:<11}{effect:8.3f} +- {error:.3f} (p = {chance:.3f})")
