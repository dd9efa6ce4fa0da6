"""Wages by schooling and experience, a linear regression with statsmodels: numscope run wages.py [PAY].

The data is made here. One wage is zero, and its logarithm is no number.
"""

import sys

import numpy as np
import statsmodels.api as sm

pay = float(sys.argv[1]) if len(sys.argv) > 1 else 0.08
random = np.random.default_rng(3)
schooling = random.integers(8, 20, size=200).astype(float)
experience = random.uniform(0, 30, size=200)
wage = np.exp(1 + pay * schooling + 0.01 * experience + random.normal(scale=0.2, size=200))

regressors = sm.add_constant(np.column_stack([schooling, experience]))
fit = sm.OLS(np.log(wage), regressors).fit()
print("a year of schooling adds", fit.params[1].round(3), "+-", fit.bse[1].round(3))
print("explained:", round(fit.rsquared, 3))

wage[17] = 0.0
ratio = np.log(wage) - fit.predict(regressors)
print("off by", ratio.mean())
