"""Test with a regression whether prices in two markets move together, with lags.

Symptom: statsmodels refuses the design: it contains nan.
Culprit: shift(2) leaves the first two rows of the lagged column without a value, and statsmodels keeps them.
Report: statsmodels/statsmodels#477
"""

import numpy as np
import pandas as pd
import statsmodels.api as sm

rng = np.random.default_rng(1)
prices = pd.DataFrame(rng.normal(size=(60, 2)).cumsum(axis=0), columns=["north", "south"])
prices["north_before"] = prices["north"].shift(2)  # culprit
design = sm.add_constant(prices[["north", "north_before"]])
fit = sm.OLS(prices["south"], design).fit()  # culprit, too
print(fit.params)
